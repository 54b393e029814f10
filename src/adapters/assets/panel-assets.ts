import { readBuiltinModel } from '../embedders/builtin-embedder.ts'
import { readAxioms, readMeasures } from './data-files.ts'
import type { AssetFolders } from './package-folder.ts'

/** Reads what a panel needs to deliberate: the axioms, the models, and everything that was fitted on recorded data. */
export async function readPanelAssets({ data, axioms, embedding }: AssetFolders) {
  return {
    axioms: readAxioms(axioms),
    measures: readMeasures(data),
    /** The built-in embedding model. */
    embedding: await readBuiltinModel(embedding),
  }
}
