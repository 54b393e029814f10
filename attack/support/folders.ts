import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './clean-up.ts'
import { startService } from './service.ts'

/** A temporary folder, deleted when the attack ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-attack-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

let seeded: Promise<string> | null = null

async function seed(): Promise<string> {
  const folder = join(temporaryFolder(), 'seeded')
  const service = await startService({ DATA_DIR: folder, ROUTER: 'offline' })
  await service.end('SIGTERM')
  return folder
}

/** A data folder with embedded axioms, because a first start would take seconds each time. */
export async function dataFolder(folder = join(temporaryFolder(), 'data')): Promise<string> {
  seeded ??= seed()
  cpSync(await seeded, folder, { recursive: true })
  return folder
}
