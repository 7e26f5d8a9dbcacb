import type { CommandResult } from '../run-command';
import { credentialsRefused, workspaceFailed } from '../source-fault';

/** Faults of the network and of registries: the same install may go well later. */
const TRANSIENT =
  /^(E(CONN(REFUSED|RESET)|TIMEDOUT|AI_AGAIN|NOTFOUND|PIPE|HOSTUNREACH|NETUNREACH)|E(429|5\d\d)|ERR_SOCKET_TIMEOUT|FETCH_ERROR)$/;
const CREDENTIALS = /^E(40[13]|NEEDAUTH|OTP)$/;
const LINE = /^npm (?:error|ERR!) (?:code (\S+)|(.*))$/;

/** Sorts how npm failed, with its cause in one line: StallError when only other files or credentials can help. */
export function judgeNpmFailure({ code, stderr }: CommandResult): Error {
  const said = stderr.split('\n').map((line) => line.trim());
  const lines = said.map((line) => LINE.exec(line));
  const fault = lines.map((match) => match?.[1]).find((found) => found !== undefined) ?? '';
  const text = lines.map((match) => match?.[2]?.trim()).find((found) => found !== undefined && found !== '');
  const ended = code === undefined ? 'ended by a signal' : `ended with ${code}`;
  const cause = `npm: ${[fault, text ?? said.findLast(Boolean) ?? ended].filter(Boolean).join(': ')}`.slice(0, 500);
  if (TRANSIENT.test(fault) || code === undefined) return new Error(cause);
  return CREDENTIALS.test(fault) ? credentialsRefused(cause) : workspaceFailed(cause);
}
