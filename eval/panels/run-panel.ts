import { readClaimSupport, readQuestionKinds, readTextChoice } from '../../src/adapters/assets/data-files.ts'
import { deliberate } from '../../src/engine/deliberate.ts'
import type { Deliberation, DeliberationRequest } from '../../src/engine/deliberation.ts'
import type { Embed } from '../../src/engine/measure/agreement/pair-reader.ts'
import { readOverlap } from '../../src/engine/measure/claims/overlap-support.ts'
import type { AskModel } from '../../src/engine/panel/model-port.ts'

const [textChoice, questionKinds] = [readTextChoice(), readQuestionKinds()]
const claimSupport = readClaimSupport()

type PanelRequest = Pick<
  DeliberationRequest,
  'query' | 'models' | 'structure' | 'maxIterations' | 'agreement' | 'calibration' | 'votes'
>

/** Runs a panel through the engine, without axioms, writer or deadline; null if too few models answered. */
export function runPanel(
  request: PanelRequest,
  { askModel, embed }: { askModel: AskModel; embed: Embed },
): Promise<Deliberation | null> {
  const never = new AbortController().signal
  return deliberate(
    {
      ...request,
      kind: 'closed',
      criteria: null,
      writer: null,
      textChoice,
      claimSupport,
      questionKinds,
      compose: false,
      uncalibrated: null,
      signal: never,
      deadline: never,
      checkpoint: null,
    },
    {
      askModel,
      findAnchors: async () => [],
      embed,
      now: () => 0,
      pause: async () => {},
      readSupport: readOverlap,
      onEvent() {},
      onCheckpoint() {},
    },
  ).catch((error) => {
    if (error.code === 'unavailable') return null
    throw error
  })
}
