import { type LinkedAbort, linkedAbort } from '../../../../utils/linked-abort.ts'

interface HedgeOptions {
  /** How long the first call may be silent before a second one is made; 0 for no limit. */
  afterMs: number
  signal: AbortSignal
}

/** Observes a call. */
export interface CallWatch {
  /** The call is sent. */
  onBegin(): void
  /** Part of the reply arrived. */
  onArrival(): void
}

/** A call, and what aborts it. */
type Call<Result> = (controller: AbortController, watch: CallWatch) => Promise<Result>

const UNWATCHED: CallWatch = { onBegin() {}, onArrival() {} }

/**
 * Makes a call, and a second identical one if nothing of the first reply has arrived in time. The first good reply wins and the
 * other call is aborted. If one fails, the other is awaited; if both fail, the first failure is reported.
 */
export function hedgeCall<Result>(call: Call<Result>, { afterMs, signal }: HedgeOptions): Promise<Result> {
  return new Promise((resolve, reject) => {
    const failures: unknown[] = []
    const underWay = new Set<LinkedAbort>()
    let timer: NodeJS.Timeout | undefined
    const launch = (watch: CallWatch) => {
      const own = linkedAbort(signal)
      underWay.add(own)
      const leave = () => {
        own.release()
        underWay.delete(own)
      }
      call(own.controller, watch).then(
        (result) => {
          leave()
          clearTimeout(timer)
          for (const { controller } of underWay) controller.abort()
          resolve(result)
        },
        (error) => {
          leave()
          failures.push(error)
          if (underWay.size > 0) return
          clearTimeout(timer)
          reject(failures[0])
        },
      )
    }
    // Measured from when the call is sent: time in the queue does not count.
    launch({
      onBegin() {
        if (afterMs > 0) timer = setTimeout(() => launch(UNWATCHED), afterMs)
      },
      // A reply that has begun may be long: repeating it would not be faster.
      onArrival: () => clearTimeout(timer),
    })
  })
}
