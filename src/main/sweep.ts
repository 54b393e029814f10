interface Sweeping {
  everyMs: number
  /** One after another; what fails keeps the next from nothing. */
  sweeps: Array<() => Promise<void>>
  onFault: (error: unknown) => void
}

/** Clears away what has expired, at once and then at intervals; the returned function ends that. */
export function startSweeping({ everyMs, sweeps, onFault }: Sweeping): () => void {
  const run = async () => {
    for (const sweep of sweeps) await sweep().catch(onFault)
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
