/** The result of work, or an error if it takes longer than the time limit. */
export function withTimeLimit<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms.`)), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Resolves after a while, or rejects with the reason of the first of the signals that aborts. A wait does not keep the
 * process alive. Cheaper than the platform's, which combines signals and makes an error with a stack for every wait that
 * is given up.
 */
export function waitUnless(milliseconds: number, signals: AbortSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      end()
      reject(signals.find(({ aborted }) => aborted)?.reason)
    }
    const timer = setTimeout(() => {
      end()
      resolve()
    }, milliseconds)
    timer.unref()
    for (const signal of signals) signal.addEventListener('abort', giveUp)
    if (signals.some(({ aborted }) => aborted)) giveUp()
  })
}

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

/** What comes of work, or the reason of the signal as soon as it aborts: not all work can be hurried. */
export function unlessAborted<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave)
    if (signal.aborted) leave()
    else
      work()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', leave))
  })
}
