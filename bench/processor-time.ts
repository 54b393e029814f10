import { existsSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second. */
const MILLISECONDS_PER_TICK = 10

/** How many milliseconds of processor time a process has used, all its threads together; null where nobody tells. */
export function processorTime(pid: number): number | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  // The name of the program stands in brackets and may hold anything; the fields are counted from behind it.
  const [, fields = ''] = readFileSync(file, 'utf8').split(/\) (?=[^)]*$)/)
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (user! + system!) * MILLISECONDS_PER_TICK
}
