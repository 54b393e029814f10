import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import { deliberate } from '../../src/engine/deliberate.ts'
import type { Deliberation, DeliberationRequest } from '../../src/engine/deliberation.ts'
import type { Embed } from '../../src/engine/measure/agreement/pair-reader.ts'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { openSupportReader } from '../claims/support-reader.ts'

const readSupport = await openSupportReader()
const fitted = readMeasures()

type PanelRequest = Pick<
  DeliberationRequest,
  'query' | 'models' | 'structure' | 'maxIterations' | 'agreement' | 'calibration' | 'votes'
> &
  Partial<Pick<DeliberationRequest, 'kind' | 'compose'>>

/**
 * Runs a panel through the engine without axioms or deadline, on a closed question and without composing unless told
 * otherwise; null if too few models answered.
 */
export function runPanel(
  request: PanelRequest,
  { askModel, embed }: { askModel: AskModel; embed: Embed },
): Promise<Deliberation | null> {
  const never = new AbortController().signal
  return deliberate(
    {
      ...fitted,
      kind: 'closed',
      compose: false,
      ...request,
      criteria: null,
      writer: null,
      uncalibrated: null,
      signal: never,
      deadline: never,
      checkpoint: null,
    },
    {
      askModel,
      findAnchors: async () => [],
      embed,
      readSupport,
      now: () => 0,
      pause: async () => {},
      onEvent() {},
      onCheckpoint() {},
    },
  ).catch((error) => {
    if (error.code === 'unavailable') return null
    throw error
  })
}
