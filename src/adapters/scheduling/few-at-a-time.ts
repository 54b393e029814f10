/** How many are begun in one turn of the event loop. */
const MOST_BEGUN = 8

/**
 * Begins work at once, but only so much in a turn of the event loop: hundreds of requests or replies that arrive together
 * would otherwise block it. The rest follows in the order of its arrival, and waits for nobody's computing.
 */
export function fewAtATime(): (begin: () => void) => void {
  const waiting: Array<() => void> = []
  let begun = 0

  function nextTurn(): void {
    begun = 0
    while (waiting.length > 0 && begun < MOST_BEGUN) {
      begun++
      waiting.shift()!()
    }
    if (begun > 0) setImmediate(nextTurn)
  }

  return (begin) => {
    if (begun === 0) setImmediate(nextTurn)
    if (begun === MOST_BEGUN) {
      waiting.push(begin)
      return
    }
    begun++
    begin()
  }
}
