import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const MILLISECONDS_PER_TICK = 10

/** The CPU time of a process with all its threads, in milliseconds; null if the system does not report it. */
export function processorTime(pid: number): number | null {
  const fields = statOf(pid)
  return fields === null ? null : (fields[11]! + fields[12]!) * MILLISECONDS_PER_TICK
}

/** The CPU time of a process, of its children, and of those that have ended. */
export function processorTimeOfFamily(parent: number): number {
  const [, , , , , , , , , , , user = Number.NaN, system = 0, ended = 0, endedSystem = 0] =
    statOf(parent) ?? []
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(Number(name))?.[1] === parent,
  )
  const own = (user + system + ended + endedSystem) * MILLISECONDS_PER_TICK
  return children.reduce((sum, child) => sum + (processorTime(Number(child)) ?? 0), own)
}

/** The parent of a process; NaN where it is not known. */
export function parentOf(pid: number): number {
  return statOf(pid)?.[1] ?? Number.NaN
}

/** What Linux tells of a process: its state, its parent and so on. */
function statOf(pid: number): number[] | null {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return null
  try {
    // The program name is in parentheses and may contain anything, so fields are counted from after it.
    const [, fields = ''] = readFileSync(file, 'utf8').split(/\) (?=[^)]*$)/)
    return fields.split(' ').map(Number)
  } catch {
    // It has just ended.
    return null
  }
}
