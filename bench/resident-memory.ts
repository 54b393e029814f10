import { existsSync, readFileSync } from 'node:fs'

/** How much memory a process holds, for people to read; only Linux tells without further tools. */
export function residentMemory(pid: number): string {
  return statusOf(pid, 'VmRSS')
}

/** The most memory a process has held since it started. */
export function peakMemory(pid: number): string {
  return statusOf(pid, 'VmHWM')
}

function statusOf(pid: number, field: string): string {
  const file = `/proc/${pid}/status`
  const kilobytes =
    existsSync(file) && new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(file, 'utf8'))?.[1]
  return kilobytes ? `${(Number(kilobytes) / 1024).toFixed(0)} MB` : 'not measured here'
}
