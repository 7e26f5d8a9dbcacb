import { InterruptedError } from '../../../src/source/run-command';
import { SharedWork } from '../../../src/source/shared-work';
import { rejection } from './lab';

/** Work that ends when it is told to, or when it is interrupted. */
function work() {
  let resolve: (value: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<string>((...ends) => ([resolve, reject] = ends));
  let starts = 0;
  const run = (signal: AbortSignal): Promise<string> => {
    starts += 1;
    signal.addEventListener('abort', () => reject(new InterruptedError('ended')));
    return promise;
  };
  return { run, end: () => resolve('done'), fail: () => reject(new Error('bad')), starts: () => starts };
}

const never = new AbortController().signal;

describe('work that is shared', () => {
  it('is done once for all who ask while it goes on, and again for who asks later', async () => {
    const shared = new SharedWork<string>();
    const [first, later] = [work(), work()];
    const both = [shared.run('a', never, first.run), shared.run('a', never, later.run)];
    first.end();
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(later.starts()).toBe(0);
    later.end();
    await shared.run('a', never, later.run);
    expect(later.starts()).toBe(1);
  });

  it('fails for all who wait, and is tried again for the next', async () => {
    const shared = new SharedWork<string>();
    const [first, later] = [work(), work()];
    const both = [1, 2].map(() => rejection(shared.run('a', never, first.run)));
    first.fail();
    expect((await Promise.all(both)).map(({ message }) => message)).toEqual(['bad', 'bad']);
    later.end();
    expect(await shared.run('a', never, later.run)).toBe('done');
  });

  it('is interrupted when the last of those who wait leaves, and not before', async () => {
    const shared = new SharedWork<string>();
    const [first, later] = [work(), work()];
    const [one, two] = [new AbortController(), new AbortController()];
    const left = [one, two].map(({ signal }) => rejection(shared.run('a', signal, first.run)));
    one.abort();
    expect((await left[0])?.message).toBe('interrupted');
    two.abort();
    later.end();
    expect(await shared.run('a', never, later.run)).toBe('done'); // who asks now does not get what was interrupted
    expect((await left[1])?.message).toBe('ended');
  });

  it('does not begin for who is interrupted already', async () => {
    const never = work();
    expect(await rejection(new SharedWork<string>().run('a', AbortSignal.abort(), never.run))).toMatchObject({
      name: 'InterruptedError',
    });
    expect(never.starts()).toBe(0);
  });
});
