import {
  isGrpcDeadlineError,
  isGrpcServiceError,
  NamespaceNotFoundError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { ConnectionTarget } from './connection-target';
import { ConnectionError } from './errors';

/** Codes of gRPC, by number. */
const CODE = {
  cancelled: 1,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  unavailable: 14,
  unauthenticated: 16,
} as const;

type TextOf = (target: ConnectionTarget) => string;

const late: TextOf = ({ address }) => `the Temporal server at ${address} does not answer in time; try again`;
const refused: TextOf = ({ address }) =>
  `the Temporal server at ${address} refuses these credentials: check TEMPORAL_API_KEY, TEMPORAL_TLS_* or the profile`;
const noNamespace: TextOf = ({ address, namespace }) =>
  `the Temporal server at ${address} has no namespace "${namespace}": set TEMPORAL_NAMESPACE, or create it with temporal operator namespace create`;

/** One line: nobody answers at the address, and what to do about it. */
export const unreachable: TextOf = ({ address, from, stopped }) => {
  const head = `no Temporal server answers at ${address}`;
  if (from === 'option') return `${head}: check --address`;
  if (from === 'environment') return `${head}: check TEMPORAL_ADDRESS or the profile`;
  if (from === 'dev') return `${head}, where the embedded engine should be: start it again with stackctl dev`;
  if (stopped !== undefined) {
    return `${head}; the embedded engine in ${stopped.stateDir} does not run: start it with stackctl dev, or set TEMPORAL_ADDRESS`;
  }
  return `${head}: start an engine with stackctl dev, or set --address or TEMPORAL_ADDRESS`;
};

const TEXTS: Readonly<Record<number, TextOf>> = {
  [CODE.cancelled]: late,
  [CODE.deadlineExceeded]: late,
  [CODE.notFound]: noNamespace,
  [CODE.permissionDenied]: refused,
  [CODE.unavailable]: unreachable,
  [CODE.unauthenticated]: refused,
};

/** Makes one readable line of what the SDK throws; what is not about the connection is passed through. */
export function translateError(error: unknown, target: ConnectionTarget): unknown {
  if (error instanceof WorkflowNotFoundError) return error;
  const text = error instanceof NamespaceNotFoundError ? noNamespace : TEXTS[grpcCodeOf(error) ?? 0];
  return text === undefined ? error : new ConnectionError(text(target), { cause: error });
}

/** Whether the server is there and does not want us. */
export function isRefusal(error: unknown): boolean {
  const code = grpcCodeOf(error);
  return code === CODE.permissionDenied || code === CODE.unauthenticated;
}

/** The code of a gRPC error, or of the one that an SDK's error wraps; undefined for any other. */
export function grpcCodeOf(error: unknown): number | undefined {
  if (isGrpcDeadlineError(error)) return CODE.deadlineExceeded;
  if (isGrpcServiceError(error)) return error.code;
  return error instanceof Error && isGrpcServiceError(error.cause) ? error.cause.code : undefined;
}
