import { useEffect, useState } from 'preact/hooks'

/** The time, in milliseconds, anew every second while a clock is shown. */
export function useNow(isShown: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isShown])
  return now
}
