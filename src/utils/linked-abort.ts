/** A controller that something else may abort as well, until it is released. */
export interface LinkedAbort {
  controller: AbortController
  release(): void
}

/** Aborts when one of the signals does: far cheaper than a combined signal, of which the platform keeps account. */
export function linkedAbort(...signals: AbortSignal[]): LinkedAbort {
  const controller = new AbortController()
  const follow = () => controller.abort(signals.find(({ aborted }) => aborted)?.reason)
  for (const signal of signals) signal.addEventListener('abort', follow)
  if (signals.some(({ aborted }) => aborted)) follow()
  return {
    controller,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', follow)
    },
  }
}

/** Aborts after a while. Unlike the timer of `AbortSignal.timeout`, this one does not outlive the work it limits. */
export function timedAbort(milliseconds: number): LinkedAbort {
  const controller = new AbortController()
  const reason = () => new DOMException('The time limit was reached.', 'TimeoutError')
  const timer = setTimeout(() => controller.abort(reason()), milliseconds).unref()
  return { controller, release: () => clearTimeout(timer) }
}
