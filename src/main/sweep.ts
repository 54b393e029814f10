interface Sweeping {
  everyMs: number
  sweep: () => Promise<void>
  onFault: (error: unknown) => void
}

/** Clears away what has expired, at once and then at intervals; the returned function ends that. */
export function startSweeping({ everyMs, sweep, onFault }: Sweeping): () => void {
  const run = () => sweep().catch(onFault)
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
