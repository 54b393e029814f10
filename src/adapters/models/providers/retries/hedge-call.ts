interface HedgeOptions {
  /** How long the first call may take before a second one is made; 0 for no limit. */
  afterMs: number
  signal: AbortSignal
}

type Call<Result> = (signal: AbortSignal, onBegin: () => void) => Promise<Result>

/**
 * Makes a call, and a second identical one if the first has not answered in time. The first good reply wins and the
 * other call is aborted. If one fails, the other is awaited; if both fail, the first failure is reported.
 */
export function hedgeCall<Result>(call: Call<Result>, { afterMs, signal }: HedgeOptions): Promise<Result> {
  if (afterMs === 0) return call(signal, () => {})
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
    const launch = (onBegin: () => void) => {
      underWay++
      call(either, onBegin).then(
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
    launch(() => {
      timer = setTimeout(() => launch(() => {}), afterMs)
    })
  })
}
