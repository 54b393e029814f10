/** Thrown when one attempt timed out; a model that hangs is not retried. */
export class TryTimedOut extends Error {
  override name = 'TryTimedOut'

  constructor() {
    super('The model did not answer in time.')
  }
}
