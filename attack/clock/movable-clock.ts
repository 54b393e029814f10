import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NotMeasured } from '../not-measured.ts'
import { temporaryFolder } from '../support/folders.ts'

/** The wall clock of a process, which can be set while it runs; its steady clock goes on as it is. */
export interface MovableClock {
  /** What the process must be started with. */
  environment: Record<string, string>
  /** Sets it ahead of the true time, or back if negative. */
  setAhead(seconds: number): void
}

/** Opens a clock at the true time, by means of libfaketime. */
export function openMovableClock(): MovableClock {
  const library = faketimeLibrary()
  if (library === null) throw new NotMeasured('It needs libfaketime (on Debian: apt-get install faketime).')
  const folder = temporaryFolder()
  const file = join(folder, 'clock')
  const setAhead = (seconds: number) => {
    // Renamed, because the process must never read half a number.
    writeFileSync(join(folder, 'next'), `${seconds < 0 ? '' : '+'}${seconds}`)
    renameSync(join(folder, 'next'), file)
  }
  setAhead(0)
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    setAhead,
  }
}

function faketimeLibrary(): string | null {
  if (process.platform !== 'linux') return null
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime'))
  return folders.map((folder) => join(folder, 'libfaketimeMT.so.1')).find(existsSync) ?? null
}
