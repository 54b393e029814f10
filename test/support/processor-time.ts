/** The milliseconds of processor time that some work takes: what others do on the machine meanwhile is not in it. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
