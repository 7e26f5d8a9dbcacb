import { InterruptedError } from './run-command';

interface Task<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Work that is done once for all who ask for it at the same time, and interrupted when none of them waits any more. */
export class SharedWork<T> {
  private readonly tasks = new Map<string, Task<T>>();

  /** Starts the work of this key, or joins it. Who is interrupted leaves; the last to leave waits until it has ended. */
  run(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal.aborted) return Promise.reject(new InterruptedError('not started: interrupted'));
    const task = this.tasks.get(key) ?? this.start(key, work);
    task.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        task.waiting -= 1;
        if (task.waiting > 0) {
          reject(new InterruptedError('interrupted'));
          return;
        }
        this.forget(key, task);
        task.controller.abort();
      };
      signal.addEventListener('abort', leave, { once: true });
      void task.promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    });
  }

  private start(key: string, work: (signal: AbortSignal) => Promise<T>): Task<T> {
    const controller = new AbortController();
    const task = { promise: work(controller.signal), controller, waiting: 0 };
    this.tasks.set(key, task);
    const forget = (): void => this.forget(key, task);
    task.promise.then(forget, forget);
    return task;
  }

  private forget(key: string, task: Task<T>): void {
    if (this.tasks.get(key) === task) this.tasks.delete(key);
  }
}
