import { assetFolders, readSameQuestion } from '../../adapters/assets/data-files.ts'
import { readPage } from '../../adapters/assets/page-files.ts'
import { readPanelAssets } from '../../adapters/assets/panel-assets.ts'

/** The data files and models that come with the service and never change. */
export type Assets = Awaited<ReturnType<typeof readAssets>>

/** Reads the axioms, the built-in models and everything that was fitted on recorded data. */
export async function readAssets(folders = assetFolders()) {
  const panel = await readPanelAssets(folders)
  return {
    ...panel,
    /** What decides whether two questions ask the same thing. */
    sameQuestion: readSameQuestion(folders.data),
    playground: readPage(folders.playground),
    docs: readPage(folders.docs),
  }
}
