/** What was opened, and is closed together: nothing of it goes on in a process that runs other tests. */
export class Opened {
  readonly #closings: (() => Promise<unknown>)[] = [];

  /** Opens what belongs together; where a part of it does not open, closes the others and rejects. */
  static async all<Result>(open: (opened: Opened) => Promise<Result>): Promise<Result> {
    const opened = new Opened();
    try {
      return await open(opened);
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Something is there that is closed by this. */
  closes(close: () => Promise<unknown>): void {
    this.#closings.push(close);
  }

  /** The same, for a part that is being opened. */
  async add<Part extends { close(): Promise<unknown> }>(opening: Promise<Part>): Promise<Part> {
    const part = await opening;
    this.closes(() => part.close());
    return part;
  }

  /** Closes all, the last first. */
  async close(): Promise<void> {
    for (const close of this.#closings.splice(0).reverse()) await close();
  }
}
