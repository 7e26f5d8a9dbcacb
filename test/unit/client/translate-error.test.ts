import { NamespaceNotFoundError, ServiceError, WorkflowNotFoundError } from '@temporalio/client';
import type { ConnectionTarget } from '../../../src/client';
import { translateError } from '../../../src/client/translate-error';

const target = (difference: Partial<ConnectionTarget> = {}): ConnectionTarget => ({
  address: 'a:7233',
  namespace: 'prod',
  from: 'default',
  ...difference,
});
const grpc = (code: number): Error =>
  Object.assign(new Error(`${code} details\nof gRPC`), { code, details: '', metadata: {} });

describe('translateError', () => {
  it.each([
    {
      fault: grpc(14),
      from: 'default',
      says: 'start an engine with stackctl dev, or set --address or TEMPORAL_ADDRESS',
    },
    { fault: grpc(14), from: 'option', says: 'check --address' },
    { fault: grpc(14), from: 'environment', says: 'check TEMPORAL_ADDRESS' },
    { fault: grpc(14), from: 'dev', says: 'start it again with stackctl dev' },
    { fault: grpc(4), from: 'default', says: 'does not answer in time' },
    { fault: grpc(7), from: 'default', says: 'refuses these credentials' },
    { fault: grpc(16), from: 'default', says: 'refuses these credentials' },
    { fault: new ServiceError('failed', { cause: grpc(16) }), from: 'default', says: 'refuses these credentials' },
    { fault: new NamespaceNotFoundError('prod'), from: 'default', says: 'has no namespace "prod"' },
  ] as const)('makes one line that names the address and says: $says', ({ fault, from, says }) => {
    const told = translateError(fault, target({ from })) as Error;

    expect(told.name).toBe('ConnectionError');
    expect(told.message).toContain('a:7233');
    expect(told.message).toContain(says);
    expect(told.message).not.toContain('\n');
  });

  it.each([new WorkflowNotFoundError('no', 'stack/default/x', undefined), grpc(3), new Error('other')])(
    'passes through what is not about the connection: %s',
    (error) => {
      expect(translateError(error, target())).toBe(error);
    },
  );
});
