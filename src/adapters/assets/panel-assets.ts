import { readBuiltinModel } from '../embedders/builtin-embedder.ts'
import { type AssetFolders, readAxioms, readMeasures } from './data-files.ts'
import { preparationKey, readPrepared } from './prepared-axioms-file.ts'

/** Reads what a panel needs to deliberate: the axioms, the models, and everything that was fitted on recorded data. */
export async function readPanelAssets(folders: AssetFolders) {
  // The model is begun first: it is the largest, and other threads read it meanwhile.
  const [embedding, found, fitted] = await Promise.all([
    readBuiltinModel(folders.embedding),
    readPrepared(folders.preparedAxioms),
    readFitted(folders),
  ])
  const isCurrent = found?.key === preparationKey(fitted.axioms, embedding.name)
  return {
    ...fitted,
    embedding,
    /** What the build computed from these axioms; null where it must be computed now. */
    prepared: isCurrent ? found!.prepared : null,
  }
}

/** Rejects rather than throws, so that the model, which is being read already, is waited for as well. */
async function readFitted({ data, axioms }: AssetFolders) {
  return { axioms: readAxioms(axioms), measures: readMeasures(data) }
}
