const actions: Array<() => void> = []

/** Has something undone when the attack ends, however it ends; the returned function does it earlier. */
export function atEnd(action: () => void): () => void {
  actions.push(action)
  return () => {
    const place = actions.indexOf(action)
    if (place >= 0) actions.splice(place, 1)
    action()
  }
}

/** Sees to it that nothing is left behind: the latest first, so that processes end before their folders go. */
export function cleanUpAtExit(): void {
  process.on('exit', () => {
    for (const action of actions.toReversed()) {
      try {
        action()
      } catch (error) {
        console.error(`Something was left behind: ${error instanceof Error ? error.message : error}`)
      }
    }
  })
  process.on('SIGINT', () => process.exit(130))
  process.on('SIGTERM', () => process.exit(143))
}
