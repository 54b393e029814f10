import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Lends a copy of the files of a model, which a test may spoil. */
export async function withCopyOf(model: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-test-'))
  try {
    for (const file of ['model.json', 'weights.bin']) cpSync(join(model, file), join(folder, file))
    await use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
