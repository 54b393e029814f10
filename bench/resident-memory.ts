import { existsSync, readFileSync } from 'node:fs'

/** How much memory a process holds, for people to read; only Linux tells without further tools. */
export function residentMemory(pid: number): string {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) && /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1]
  return kilobytes ? `${(Number(kilobytes) / 1024).toFixed(0)} MB` : 'not measured here'
}
