import { readSameQuestion } from '../../adapters/assets/data-files.ts'
import { assetFolders } from '../../adapters/assets/package-folder.ts'
import { readPage } from '../../adapters/assets/page-files.ts'
import { openPairModel } from '../../adapters/assets/pair-model-files.ts'
import { readPanelAssets } from '../../adapters/assets/panel-assets.ts'

/** The data files and models that come with the service and never change. */
export type Assets = Awaited<ReturnType<typeof readAssets>>

/** Reads the axioms, the built-in models and everything that was fitted on recorded data. */
export async function readAssets(folders = assetFolders()) {
  const panel = await readPanelAssets(folders)
  const pairModel = await openPairModel(panel.embedding.wordPieces, folders.sameQuestion)
  return {
    ...panel,
    /** The models that decide whether two questions ask the same thing. */
    sameQuestion: { model: readSameQuestion(folders.data), pairModel },
    playground: readPage(folders.playground),
    docs: readPage(folders.docs),
  }
}
