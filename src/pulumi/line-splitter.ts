/** Cuts text that comes in pieces into lines. */
export interface LineSplitter {
  push(text: string): void;
  /** Hands over the last line when it has no end. */
  end(): void;
}

export function createLineSplitter(onLine: (line: string) => void): LineSplitter {
  let pieces: string[] = []; // joined once a line: one line may be megabytes long
  const flush = (): void => {
    const line = pieces.join('');
    pieces = [];
    if (line !== '') onLine(line);
  };
  return {
    push(text) {
      const [first = '', ...others] = text.split('\n');
      pieces.push(first);
      for (const line of others) {
        flush();
        pieces.push(line);
      }
    },
    end: flush,
  };
}
