import { existsSync, readFileSync } from 'node:fs'

/** The resident memory of a process, formatted for display; only available on Linux. */
export function residentMemory(pid: number): string {
  return statusOf(pid, 'VmRSS')
}

/** The peak resident memory of a process since it started. */
export function peakMemory(pid: number): string {
  return statusOf(pid, 'VmHWM')
}

function statusOf(pid: number, field: string): string {
  const file = `/proc/${pid}/status`
  const kilobytes =
    existsSync(file) && new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(file, 'utf8'))?.[1]
  return kilobytes ? `${(Number(kilobytes) / 1024).toFixed(0)} MB` : 'not measured here'
}
