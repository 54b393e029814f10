import { spawnSync } from 'node:child_process'

/** Lets a process write no file any further, as on a full disk; needs no rights and no disk of its own. */
export function fillDisk(pid: number | undefined): void {
  limitFiles(pid, '0')
}

/** Gives the room back. */
export function freeDisk(pid: number | undefined): void {
  limitFiles(pid, 'unlimited')
}

function limitFiles(pid: number | undefined, bytes: string): void {
  const { status, stderr, error } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`prlimit failed: ${error?.message ?? stderr}`)
}
