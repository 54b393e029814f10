import { useEffect, useState } from 'preact/hooks'

interface LostNoticeProps {
  message: string
  reach: (signal: AbortSignal) => Promise<unknown>
  onAgain: () => void
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

/** Looks for the service after the connection was lost, and offers to ask again. */
export function LostNotice({ message, reach, onAgain }: LostNoticeProps) {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    void untilReached(reach, leaving.signal).then(() => leaving.signal.aborted || setThere(true))
    return () => leaving.abort()
  }, [reach])
  return (
    <>
      <h2>The connection was lost</h2>
      <p>{message}</p>
      <p>
        {isThere
          ? 'The service answers again. If somebody else watches the same run, or its answer was stored, you get that; otherwise a new run begins, and is paid for.'
          : 'Trying to reach the service …'}
      </p>
      <button type="button" disabled={!isThere} onClick={onAgain}>
        Ask again
      </button>
    </>
  )
}

/** Tries until the service answers, or the signal aborts. */
async function untilReached(reach: LostNoticeProps['reach'], signal: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    try {
      await reach(signal)
      return
    } catch {
      // Not yet.
    }
  }
}
