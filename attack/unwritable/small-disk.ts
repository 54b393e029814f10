import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/folders.ts'
import type { FickleDisk } from './fickle-disk.ts'

const SIZE_BYTES = 96 * 1024 * 1024

/** A separate file system if mounting is permitted, otherwise a limit on the file size; null if neither is possible. */
export function openSmallDisk(): FickleDisk | null {
  if (process.platform !== 'linux') return null
  return mountedDisk() ?? (spawnSync('prlimit', ['--version']).status === 0 ? limitedFiles() : null)
}

function mountedDisk(): FickleDisk | null {
  const mounted = temporaryFolder()
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', mounted])
  if (mount.status !== 0) return null
  const close = atEnd(() => void spawnSync('umount', ['--lazy', mounted]))
  const filler = join(mounted, 'filler')
  return {
    way: 'a file system in memory',
    folder: join(mounted, 'data'),
    block(_, bytesLeft) {
      const { bavail, bsize } = statfsSync(mounted)
      const size = bavail * bsize - bytesLeft
      if (size > 0) fillWith(filler, size)
    },
    unblock: () => rmSync(filler, { force: true }),
    before: [],
    close,
  }
}

function fillWith(file: string, size: number): void {
  try {
    writeFileSync(file, Buffer.alloc(size))
  } catch (error) {
    // The service was faster: it is as full as it can be.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** No file may grow beyond the current size of the largest. The error code differs from that of a full disk. */
function limitedFiles(): FickleDisk {
  const folder = join(temporaryFolder(), 'data')
  const setLimit = (pid: number | null, bytes: number | 'unlimited') => {
    if (pid !== null) spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  }
  const walBytes = () => {
    const wal = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('-wal')) : undefined
    return wal === undefined ? 0 : statSync(join(folder, wal)).size
  }
  return {
    way: 'a limit to the size of files',
    folder,
    block: (pid, bytesLeft) => setLimit(pid, walBytes() + bytesLeft),
    unblock: (pid) => setLimit(pid, 'unlimited'),
    before: ['prlimit', '--fsize=4096'],
    close: () => {},
  }
}
