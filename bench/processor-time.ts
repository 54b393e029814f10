import { existsSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const MILLISECONDS_PER_TICK = 10

/** The CPU time of a process with all its threads, in milliseconds; null if the system does not report it. */
export function processorTime(pid: number): number | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  // The program name is in parentheses and may contain anything, so fields are counted from after it.
  const [, fields = ''] = readFileSync(file, 'utf8').split(/\) (?=[^)]*$)/)
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (user! + system!) * MILLISECONDS_PER_TICK
}
