/** Why the service cannot start, in words for the operator; shown without a stack, unlike a fault of ours. */
export class StartError extends Error {
  override name = 'StartError'
}
