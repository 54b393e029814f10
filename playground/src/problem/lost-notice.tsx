import { useEffect, useState } from 'preact/hooks'

interface LostNoticeProps {
  /** Resolves when the service can be reached, with whether going on there costs nothing. */
  reach: (signal: AbortSignal) => Promise<boolean>
  onAgain: () => void
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/** Looks for the service after the connection was lost. It goes on where that is free, and otherwise asks. */
export function LostNotice({ reach, onAgain }: LostNoticeProps) {
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
      <h2>{isThere ? 'The connection was lost' : 'The service cannot be reached'}</h2>
      {isThere ? (
        <>
          <p>
            The service answers again, but the run ended with the connection. Asking again costs as much as a
            new question, unless the answer was saved.
          </p>
          <button type="button" onClick={onAgain}>
            Ask again
          </button>
        </>
      ) : (
        <>
          <p>
            {navigator.onLine
              ? 'It may be restarting, or the network fails. If you run it yourself, check that it is running.'
              : 'This device is not connected to a network.'}
          </p>
          <p class="waiting">Trying to reach the service …</p>
        </>
      )}
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
