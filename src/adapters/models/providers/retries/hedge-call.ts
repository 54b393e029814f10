interface HedgeOptions {
  /** How long the first may take before it gets company; 0 for as long as it wants. */
  afterMs: number
  signal: AbortSignal
}

type Call<Result> = (signal: AbortSignal, onBegin: () => void) => Promise<Result>

/**
 * Makes a call, and a second one like it when the first has not answered in a while. The first good reply wins, and the
 * other is cut off; the failure of one waits for the other, and the first failure is the one told.
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
    // Counted from when the call is made: one that waits for its turn is no straggler.
    launch(() => {
      timer = setTimeout(() => launch(() => {}), afterMs)
    })
  })
}
