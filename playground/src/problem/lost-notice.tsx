import { useEffect, useState } from 'preact/hooks'

interface LostNoticeProps {
  message: string
  /** Resolves when the service can be reached, with whether going on there costs nothing. */
  reach: (signal: AbortSignal) => Promise<boolean>
  onAgain: () => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/** Looks for the service after the connection was lost. It goes on where that is free, and otherwise asks. */
export function LostNotice({ message, reach, onAgain }: LostNoticeProps) {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    void untilReached(reach, leaving.signal).then((isFree) => {
      if (leaving.signal.aborted) return
      if (isFree) onAgain()
      else setThere(true)
    })
    return () => leaving.abort()
  }, [])
  return (
    <>
      <h2>The connection was lost</h2>
      <p>{message}</p>
      <p>
        {isThere
          ? 'The service answers again, but the run ended with the connection. If its answer was stored before, you get that; otherwise a new run begins, and is paid for.'
          : 'Trying to reach the service …'}
      </p>
      <button type="button" disabled={!isThere} onClick={onAgain}>
        Ask again
      </button>
    </>
  )
}

/** Tries until the service answers, or the signal aborts. */
async function untilReached(reach: LostNoticeProps['reach'], signal: AbortSignal): Promise<boolean> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    try {
      return await reach(signal)
    } catch {
      // Not yet.
    }
  }
  return false
}
