/** Why the service cannot start, worded for the operator; unlike a bug, it is printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError'
}
