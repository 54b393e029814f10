import { EXIT } from './exit-codes.ts'

/** The exit codes of a process that was asked to stop: 128 and the number of the signal. */
const SIGNALS = { SIGINT: EXIT.cancelled, SIGTERM: 143 }

/** Runs something that the first Ctrl-C cancels, in good order, and the second ends at once. Returns the exit code. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const cancel = new AbortController()
  let stoppedWith: number | null = null
  const listeners = Object.entries(SIGNALS).map(([name, code]) => {
    const stop = () => {
      if (stoppedWith !== null) process.exit(stoppedWith)
      stoppedWith = code
      cancel.abort()
    }
    process.on(name, stop)
    return () => process.removeListener(name, stop)
  })
  try {
    const exitCode = await work(cancel.signal)
    return stoppedWith ?? exitCode
  } catch (error) {
    if (stoppedWith !== null) return stoppedWith
    throw error
  } finally {
    for (const remove of listeners) remove()
  }
}
