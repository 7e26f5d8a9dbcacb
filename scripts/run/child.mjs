import { spawn } from 'node:child_process';
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program on our own standard streams and resolves to its exit code (128 + number when a signal ended it).
 * Signals that we get are passed on, so that the child decides how to stop; we end when it has. In a terminal Ctrl-C
 * reaches the child without us, and npm sends us a second one: passed on, it would look like an impatient user.
 */
export function runChild(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'inherit', ...options });
    const pass = (name) => {
      if (name !== 'SIGINT' || !process.stdin.isTTY) child.kill(name);
    };
    for (const name of FORWARDED) process.on(name, pass);
    const end = (settle) => (value, signal) => {
      for (const name of FORWARDED) process.off(name, pass);
      settle(signal ? 128 + constants.signals[signal] : value);
    };
    child.once('error', end(reject));
    child.once('exit', end(resolve));
  });
}
