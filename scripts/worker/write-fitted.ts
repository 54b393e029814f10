/** Part of the build of the worker: everything small that it reads at its start, in one file. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assetFolders, readAxioms, readMeasures } from '../../src/adapters/assets/data-files.ts'
import { preparationKey, readPrepared } from '../../src/adapters/assets/panel-assets.ts'
import { readBuiltinModel } from '../../src/adapters/embedders/builtin-embedder.ts'
import type { FittedFile } from '../../src/worker/assets.ts'

/** Writes the file; throws if the prepared axioms were made of others. */
export async function writeFitted(file: string): Promise<void> {
  const folders = assetFolders()
  const axioms = readAxioms(folders.axioms)
  const key = preparationKey(axioms, (await readBuiltinModel(folders.embedding)).name)
  const prepared = await readPrepared(folders.preparedAxioms)
  if (prepared?.key !== key) throw new Error('dist/axioms.bin is out of date. Run “npm run build”.')
  const content: FittedFile = {
    key,
    axioms,
    measures: readMeasures(folders.data),
    sameQuestion: JSON.parse(readFileSync(join(folders.data, 'same-question.json'), 'utf8')),
    pages: { playground: readdirSync(folders.playground), docs: readdirSync(folders.docs) },
  }
  writeFileSync(file, JSON.stringify(content))
}
