#!/usr/bin/env node
import { text } from 'node:stream/consumers';
import { createLogUpdate } from 'log-update';
import type { CliIo, Interrupts, Redraw } from './io';
import { runStackctl } from './run-stackctl';

const PIPE_COLUMNS = 80;
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const io: CliIo = {
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: () => text(process.stdin),
  env: process.env,
  isTTY: process.stdout.isTTY,
  columns: process.stdout.isTTY ? process.stdout.columns : PIPE_COLUMNS,
  cwd: process.cwd(),
  redraw,
  listenForInterrupt,
};

function redraw(on: 'stdout' | 'stderr'): Redraw | undefined {
  const stream = process[on];
  if (!stream.isTTY) return undefined;
  const update = createLogUpdate(stream, { showCursor: true });
  return { draw: (drawn) => update(drawn), clear: () => update.clear(), done: () => update.done() };
}

function listenForInterrupt(): Interrupts {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  for (const signal of STOP_SIGNALS) process.on(signal, abort);
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of STOP_SIGNALS) process.off(signal, abort);
    },
  };
}

/** Whoever reads our output may have seen enough, such as `head`. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

void runStackctl(process.argv.slice(2), io).then((code) => {
  process.exitCode = code;
});
