import { DefaultPayloadConverter, type Payload, type PayloadConverter } from '@temporalio/common';
import { UNDECODABLE } from '../src/stack/undecodable';

/**
 * Decodes like the default converter, and never throws: what cannot be decoded becomes a value that says so (A7).
 * With the default one, a single odd signal fails the workflow task for ever.
 */
class TolerantPayloadConverter implements PayloadConverter {
  private readonly inner = new DefaultPayloadConverter();

  toPayload<T>(value: T): Payload {
    return this.inner.toPayload(value);
  }

  fromPayload<T>(payload: Payload): T {
    try {
      return this.inner.fromPayload(payload);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { [UNDECODABLE]: reason.slice(0, 200) } as T;
    }
  }
}

/** Loaded by name from worker, client and bundle (`payloadConverterPath`). */
export const payloadConverter = new TolerantPayloadConverter();
