import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/folders.ts'

/** A place to keep data whose space can be taken away and given back. */
export interface SmallDisk {
  /** How the space is limited, for the report. */
  way: string
  folder: string
  /** Leaves so many bytes to the process that keeps its data there. */
  fill(pid: number | null, bytesLeft: number): void
  /** Gives the space back. */
  empty(pid: number | null): void
  /** What to put before a command that is to start while the disk is full. */
  before: string[]
  close(): void
}

const SIZE_BYTES = 96 * 1024 * 1024

/** A file system of its own where the system lets us mount one, else a limit to the size of files; null where neither can be. */
export function openSmallDisk(): SmallDisk | null {
  if (process.platform !== 'linux') return null
  return mountedDisk() ?? (spawnSync('prlimit', ['--version']).status === 0 ? limitedFiles() : null)
}

function mountedDisk(): SmallDisk | null {
  const mounted = temporaryFolder()
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', mounted])
  if (mount.status !== 0) return null
  const close = atEnd(() => void spawnSync('umount', ['--lazy', mounted]))
  const filler = join(mounted, 'filler')
  return {
    way: 'a file system in memory',
    folder: join(mounted, 'data'),
    fill(_, bytesLeft) {
      const { bavail, bsize } = statfsSync(mounted)
      const size = bavail * bsize - bytesLeft
      if (size > 0) writeFileSync(filler, Buffer.alloc(size))
    },
    empty: () => rmSync(filler, { force: true }),
    before: [],
    close,
  }
}

/** No file may grow beyond what the largest holds now. Reported by the system as another error than a full disk. */
function limitedFiles(): SmallDisk {
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
    fill: (pid, bytesLeft) => setLimit(pid, walBytes() + bytesLeft),
    empty: (pid) => setLimit(pid, 'unlimited'),
    before: ['prlimit', '--fsize=4096'],
    close: () => {},
  }
}
