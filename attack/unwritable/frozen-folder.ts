import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { atEnd } from '../support/clean-up.ts'
import { temporaryFolder } from '../support/folders.ts'
import type { FickleDisk } from './fickle-disk.ts'

/**
 * A folder whose files refuse writes even from processes that have them open, as on a disk that the system has made
 * read-only after an error. Permissions would not do: they are checked when a file is opened, and never for root.
 */
export function openFrozenFolder(): FickleDisk | null {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  // Not the index of the log, which processes share in memory: here the attribute would end them, a real disk does not.
  const paths = () => [
    folder,
    ...readdirSync(folder).flatMap((name) => (name.endsWith('-shm') ? [] : [join(folder, name)])),
  ]
  const change = (flag: '+i' | '-i') => spawnSync('chattr', [flag, ...paths()]).status === 0
  if (process.platform !== 'linux' || !change('+i') || !change('-i')) return null
  const thaw = () => void change('-i')
  return {
    way: 'the attribute “immutable” of the folder and its files',
    folder,
    block: () => void change('+i'),
    unblock: thaw,
    before: [],
    close: atEnd(thaw),
  }
}
