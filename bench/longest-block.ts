import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How long, in milliseconds, the event loop was held up at most while work was done. */
export async function longestBlock(work: () => Promise<void>): Promise<{ blocked: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await work()
  // A block at the very end is only seen when the loop turns once more.
  await new Promise((resolve) => setTimeout(resolve, 5))
  delay.disable()
  return { blocked: delay.max / 1e6 }
}
