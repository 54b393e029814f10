import { ModelFailure } from '../../engine/model-port.ts'

/** The result of a call, or its failure at once when the signal aborts, however long the call still waits. */
export function untilAborted<Result>(signal: AbortSignal, call: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () =>
      reject(new ModelFailure('aborted', 'The call was cancelled.', { cause: signal.reason }))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    call.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}
