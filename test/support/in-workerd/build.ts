import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import type { TestProject } from 'vitest/node'
import { writeAssets, writeCode } from '../../../scripts/worker/write-worker.mjs'
import { freshFolder } from '../fresh-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the worker is that the tests of the project “in workerd” ask. */
    builtWorker: string
  }
}

/** Builds the worker once for all tests that ask it. */
export default async function build(project: TestProject): Promise<() => void> {
  const folder = freshFolder()
  register()
  await writeCode(join(folder, 'code'), 'test/support/in-workerd/worker.ts')
  await writeAssets(join(folder, 'assets'))
  project.provide('builtWorker', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
