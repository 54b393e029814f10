import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    seededFolder: string
  }
}

/** Says where the data folder lies that the first test in need of one makes and all others copy. */
export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'stretto-tests-'))
  project.provide('seededFolder', join(folder, 'seeded'))
  return () => rmSync(folder, { recursive: true, force: true })
}
