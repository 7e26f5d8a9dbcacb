const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The user's wish to stop, told by signals: the first asks, the second means that it takes too long. */
export interface StopSignals {
  readonly first: Promise<NodeJS.Signals>;
  readonly second: Promise<NodeJS.Signals>;
  /** Gives the signals back to whoever had them. */
  release(): void;
}

/** A terminal's Ctrl-C may arrive twice when a program above us passes it on: as one within this time. */
const SAME_KEY_MS = 300;

interface Deferred {
  readonly promise: Promise<NodeJS.Signals>;
  readonly resolve: (signal: NodeJS.Signals) => void;
}

function createDeferred(): Deferred {
  let settle: (signal: NodeJS.Signals) => void = () => undefined;
  const promise = new Promise<NodeJS.Signals>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: settle };
}

/** Takes over SIGINT, SIGTERM and SIGHUP of this process. */
export function listenForStop(): StopSignals {
  const first = createDeferred();
  const second = createDeferred();
  let askedAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (askedAt === undefined) first.resolve(signal);
    else if (performance.now() - askedAt > SAME_KEY_MS) second.resolve(signal);
    askedAt ??= performance.now();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    first: first.promise,
    second: second.promise,
    release: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
