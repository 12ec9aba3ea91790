/** Lets tasks run one after the other, in the order in which they came. */
export class Exclusive {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const turn = this.last.then(task, task);
    this.last = turn.catch(() => undefined);
    return turn;
  }
}
