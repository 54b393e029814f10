import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The longest time the event loop was blocked during some work, in milliseconds. */
export async function longestBlock(work: () => Promise<void>): Promise<{ blocked: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  // A block at the very end is measured only in the next turn of the loop.
  await new Promise((resolve) => setTimeout(resolve, 5))
  delay.disable()
  return { blocked: delay.max / 1e6 }
}
