import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs a program and resolves to what it printed; rejects with its standard error in the message. When aborted by
 * `options.signal` it rejects only after the program has gone, so that nobody cleans up under its feet.
 */
export function runQuietly(file, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { maxBuffer: 64 << 20, ...options }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const said = stderr.trim().split('\n').slice(-6).join('\n');
      const fail = () => reject(said && error.name !== 'AbortError' ? new Error(said, { cause: error }) : error);
      if (child.pid && child.exitCode === null && child.signalCode === null) child.once('exit', fail);
      else fail();
    });
    child.stdin?.end();
  });
}

/** Whether `file` is a file that this user may execute. */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The first executable called `name` in the folders of PATH; undefined when there is none. */
export function findOnPath(name, searchPath = process.env.PATH ?? '') {
  return searchPath
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .find(isExecutable);
}
