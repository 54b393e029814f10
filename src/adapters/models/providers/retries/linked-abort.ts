/** A controller that also aborts when a signal does, until it is released. */
export interface LinkedAbort {
  controller: AbortController
  release(): void
}

/** Links a controller to a signal: far cheaper than a combined signal, of which the platform keeps account. */
export function linkedAbort(signal: AbortSignal): LinkedAbort {
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  signal.addEventListener('abort', follow)
  return { controller, release: () => signal.removeEventListener('abort', follow) }
}
