/**
 * Wakes those in any process who wait for something new: the events of a task, or a task to be run. What is new is
 * read from the store, so a ring may come late or twice, or be lost with a connection.
 */
export interface Bell {
  /**
   * Rings in every process, after what is new has been stored; in this one without a detour, so that it is served even
   * when the others cannot be reached. Never throws, and waits for nothing.
   */
  ring(topic: string): void
  /**
   * Calls back at every ring, also of this process; with null when rings may have been missed, so that everybody looks.
   * Returns a function that ends this.
   */
  listen(onRing: (topic: string | null) => void): () => void
  close(): Promise<void>
}
