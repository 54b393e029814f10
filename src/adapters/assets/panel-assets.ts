import { readBuiltinModel } from '../embedders/builtin-embedder.ts'
import {
  readAgreement,
  readAxioms,
  readCalibration,
  readClaimSupport,
  readQuestionKinds,
  readTextChoice,
} from './data-files.ts'
import type { AssetFolders } from './package-folder.ts'
import { readSupportModel } from './support-model-files.ts'

/** Reads what a panel needs to deliberate: the axioms, the models, and everything that was fitted on recorded data. */
export async function readPanelAssets({ data, axioms, embedding, support }: AssetFolders) {
  return {
    axioms: readAxioms(axioms),
    /**
     * Models of how far two answers agree, of how likely an answer is right given the agreement, of which text of a panel
     * is the best choice, of how likely a claim is true, and of what kind a question is.
     */
    measures: {
      agreement: readAgreement(data),
      calibration: readCalibration(data),
      textChoice: readTextChoice(data),
      claimSupport: readClaimSupport(data),
      questionKinds: readQuestionKinds(data),
    },
    /** The built-in embedding model. */
    embedding: await readBuiltinModel(embedding),
    /** The model that judges claims by sentences. */
    support: await readSupportModel(support),
  }
}
