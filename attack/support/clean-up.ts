const actions: Array<() => void> = []

/** Registers a clean-up for the end of the attack, however it ends; the returned function runs it earlier. */
export function atEnd(action: () => void): () => void {
  actions.push(action)
  return () => {
    const place = actions.indexOf(action)
    if (place >= 0) actions.splice(place, 1)
    action()
  }
}

/** Runs all clean-ups, the latest first, so that processes end before their folders are deleted. */
export function cleanUpAtExit(): void {
  process.on('exit', () => {
    for (const action of actions.toReversed()) {
      try {
        action()
      } catch (error) {
        console.error(`Clean-up failed: ${error instanceof Error ? error.message : error}`)
      }
    }
  })
  process.on('SIGINT', () => process.exit(130))
  process.on('SIGTERM', () => process.exit(143))
}
