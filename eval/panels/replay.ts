import { LIMITS } from '../../src/contract/limits.ts'
import type { FirstReplies } from '../../src/engine/conclude/confidence.ts'
import { hasReplied } from '../../src/engine/hearing/hearing.ts'
import { type Deliberation, optionsOf } from '../../src/engine/index.ts'
import {
  FIRST_ROUND,
  judged,
  type PanelRequest,
  panelOf,
  recorded,
} from '../../src/evaluation/recorded/replay.ts'
import type { Recording } from './recordings.ts'
import { runPanel } from './run-panel.ts'
import { byLabels, nobody, readBy, type SimulatedReader } from './simulated-readers.ts'

/** The result of a recorded panel, run through the engine. */
export type Replay = Awaited<ReturnType<typeof replay>>

interface ReplayOptions extends Partial<Pick<PanelRequest, 'calibration' | 'votes' | 'reliability'>> {
  models: string[]
  /** Those that are asked first; all at once when absent. */
  first?: string[]
  /** Otherwise it is read as it is labelled, or by nobody. */
  reader?: SimulatedReader
}

/** Runs the first round of one recording through the engine. */
export async function replay(recording: Recording, { models, first, reader, ...request }: ReplayOptions) {
  const { query, labels } = recording
  const readers = reader ?? (labels === undefined ? nobody : byLabels(labels))
  const result = await runPanel(
    {
      query,
      models: panelOf(models),
      ...FIRST_ROUND,
      ...request,
      ...(first && { first: { models: panelOf(first), enough: LIMITS.enoughDefault, ofAnyKind: false } }),
    },
    { askModel: readBy(readers, recording, recorded(recording)) },
  )
  return {
    ...judged(recording, result),
    /** How the first replies support the delivered answer; null if there is none. */
    first: firstRepliesIn(result?.entries[0], query),
    calls: result?.usage.calls ?? models.length,
    wasRead: result?.usage.phases?.some(({ phase }) => phase === 'reading') ?? false,
  }
}

function firstRepliesIn(
  entry: Deliberation['entries'][number] | undefined,
  query: string,
): FirstReplies | null {
  const { clusters = [], responses = [] } = entry ?? {}
  const [delivered, ...others] = clusters
  if (delivered === undefined) return null
  const isCompatible = ({ label }: (typeof clusters)[number]) =>
    delivered.compatible?.includes(label ?? '') ?? false
  const models = (of: typeof clusters) => of.reduce((sum, cluster) => sum + cluster.models.length, 0)
  const answering = models(clusters)
  return {
    given: delivered.models.length,
    compatible: models(others.filter(isCompatible)),
    answering,
    silent: responses.filter(({ error }) => hasReplied(error)).length - answering,
    rival: Math.max(0, ...others.filter((one) => !isCompatible(one)).map((one) => one.models.length)),
    offersOptions: optionsOf(query).size > 0,
  }
}
