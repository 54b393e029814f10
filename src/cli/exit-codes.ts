/** What the exit code of a command says; docs/guides/command-line.md explains them. */
export const EXIT = {
  consensus: 0,
  /** The service cannot start, the doctor found something, or a bug. */
  failed: 1,
  usage: 2,
  /** The answer of a majority, or of a split panel. */
  divided: 3,
  /** No service, no key, or no model that answers. */
  unavailable: 4,
  taskCancelled: 5,
  cancelled: 130,
} as const
