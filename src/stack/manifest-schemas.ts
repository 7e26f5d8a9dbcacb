import { z } from 'zod';
import { copyPlainJson, PROGRAM_LIMITS } from './spec/plain-json';
import { dataKey, objectName } from './spec/text';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const metadata = z.object({
  name: objectName,
  namespace: objectName.nullish(),
  annotations: z.record(z.string(), z.string()).nullish(),
});
const fields = z.record(z.string(), z.unknown());
const texts = z.record(dataKey, z.string()).nullish();
const encodedTexts = z.record(dataKey, z.string().transform(decode)).nullish();

/** What every document has. */
export const typeSchema = z.object({ apiVersion: z.string(), kind: z.string() });

/** A list of objects, as `kubectl get -o yaml` writes it. */
export const listSchema = z.object({ kind: z.string().endsWith('List'), items: z.array(z.unknown()) });

/** The name is all that is read of a kind that is not ours. */
export const otherSchema = z.object({ metadata: z.object({ name: z.string() }) });

export const stackSchema = z.object({ metadata, spec: fields });

export const programSchema = z.object({
  metadata,
  program: fields.transform((program, context) => {
    const copied = copyPlainJson(program, PROGRAM_LIMITS);
    if (copied.ok) return program;
    context.addIssue({ code: 'custom', message: `${copied.violation.message} (at "${copied.violation.path}")` });
    return z.NEVER;
  }),
});

/** `stringData` wins, as in a cluster. */
export const secretSchema = z
  .object({ metadata, data: encodedTexts, stringData: texts })
  .transform(({ data, stringData, ...rest }) => ({ ...rest, data: { ...data, ...stringData } }));

export const configMapSchema = z
  .object({ metadata, data: texts, binaryData: encodedTexts })
  .transform(({ data, binaryData, ...rest }) => ({ ...rest, data: { ...binaryData, ...data } }));

function decode(text: string, context: z.core.$RefinementCtx<string>): string {
  const packed = text.replace(/\s/g, '');
  if (!BASE64.test(packed)) return refuse(context, 'must be base64: plain text belongs into stringData');
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse(context, 'must hold UTF-8 text: other bytes cannot become config or environment');
  }
}

function refuse(context: z.core.$RefinementCtx<string>, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}
