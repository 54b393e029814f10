import { useEffect, useState } from 'preact/hooks'
import { duration } from '../page/figures.ts'

interface WaitProps {
  seconds: number
  onAgain: () => void
}

/** The seconds that are left of a wait. */
export function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left])
  return left
}

/** Counts down to the moment from which the service takes requests again, and then goes on. */
export function GoesOn({ seconds, onAgain }: WaitProps) {
  const left = useSecondsLeft(seconds)
  useEffect(() => {
    if (left <= 0) onAgain()
  }, [left <= 0])
  return (
    <span class="waiting" aria-live="off">
      Goes on by itself in {duration(left * 1000)} …
    </span>
  )
}
