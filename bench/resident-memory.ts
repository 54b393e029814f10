import { existsSync, readFileSync } from 'node:fs'

/** The resident memory of a process, formatted for display; only available on Linux. */
export function residentMemory(pid: number): string {
  return statusOf(pid, 'VmRSS')
}

/** The peak resident memory of a process since it started. */
export function peakMemory(pid: number): string {
  return statusOf(pid, 'VmHWM')
}

/** The resident memory of a process in megabytes; NaN where it is not known. */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, 'VmRSS')
}

function statusOf(pid: number, field: string): string {
  const size = megabytes(pid, field)
  return Number.isNaN(size) ? 'not measured here' : `${size.toFixed(0)} MB`
}

function megabytes(pid: number, field: string): number {
  const file = `/proc/${pid}/status`
  const kilobytes =
    existsSync(file) && new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(file, 'utf8'))?.[1]
  return kilobytes ? Number(kilobytes) / 1024 : Number.NaN
}
