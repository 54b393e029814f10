import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './clean-up.ts'

/** A temporary folder, deleted when the attack ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-attack-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder that nobody has used yet. */
export function dataFolder(): string {
  return join(temporaryFolder(), 'data')
}
