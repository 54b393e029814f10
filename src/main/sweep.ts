interface Sweeping {
  everyMs: number
  /** Run one after another; a failure does not prevent the next. */
  sweeps: Array<() => Promise<void>>
  onFault: (error: unknown) => void
}

/** Removes expired data now and then at intervals; the returned function stops it. */
export function startSweeping({ everyMs, sweeps, onFault }: Sweeping): () => void {
  const run = async () => {
    for (const sweep of sweeps) await sweep().catch(onFault)
  }
  run()
  const timer = setInterval(run, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
