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
