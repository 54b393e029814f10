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

type Call<Result> = (signal: AbortSignal, watch: CallWatch) => Promise<Result>

const UNWATCHED: CallWatch = { onBegin() {}, onArrival() {} }

/**
 * Makes a call, and a second identical one if nothing of the first reply has arrived in time. The first good reply wins and the
 * other call is aborted. If one fails, the other is awaited; if both fail, the first failure is reported.
 */
export function hedgeCall<Result>(call: Call<Result>, { afterMs, signal }: HedgeOptions): Promise<Result> {
  if (afterMs === 0) return call(signal, UNWATCHED)
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  return new Promise((resolve, reject) => {
    const failures: unknown[] = []
    let underWay = 0
    let timer: NodeJS.Timeout | undefined
    const end = () => {
      clearTimeout(timer)
      over.abort()
    }
    const launch = (watch: CallWatch) => {
      underWay++
      call(either, watch).then(
        (result) => {
          end()
          resolve(result)
        },
        (error) => {
          failures.push(error)
          if (--underWay > 0) return
          end()
          reject(failures[0])
        },
      )
    }
    // Measured from when the call is sent: time in the queue does not count.
    launch({
      onBegin() {
        timer = setTimeout(() => launch(UNWATCHED), afterMs)
      },
      // A reply that has begun may be long: repeating it would not be faster.
      onArrival: () => clearTimeout(timer),
    })
  })
}
