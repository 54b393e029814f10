import { LIMITS } from '../../contract/limits.ts'
import type { ModelConfig } from '../../contract/panel.ts'
import {
  type AskModel,
  type Brief,
  type Deliberation,
  type DeliberationPorts,
  type DeliberationRequest,
  deliberate,
  type FirstReplies,
  ModelFailure,
  optionsOf,
  type ShownReply,
} from '../../engine/index.ts'
import type { Groups, Recording } from './recording.ts'

/** A simulated reader: how it groups some models; null if it is unavailable. */
export type SimulatedReader = (models: string[]) => Groups | null

/** The result of a recorded panel, run through the engine. */
export type Replay = Awaited<ReturnType<typeof replay>>

export type ReplayOptions = {
  models: string[]
  first?: string[]
  /** Nobody when absent: answers that are not certainly the same count as different. */
  reader?: SimulatedReader
} & FittedMeasures &
  Partial<Pick<DeliberationRequest, 'votes' | 'reliability'>>

/** Runs one recording through the engine: the first round alone, because recordings have no later ones. */
export async function replay(recording: Recording, options: ReplayOptions) {
  const { models, first, reader = () => null, ...request } = options
  const result = await runPanel(
    {
      query: recording.query,
      models: panelOf(models),
      structure: 'fugue',
      maxIterations: 1,
      ...request,
      ...(first && { first: { models: panelOf(first), enough: LIMITS.enoughDefault, ofAnyKind: false } }),
    },
    { askModel: recorded(recording, reader) },
  )
  const { clusters = [], responses = [] } = result?.entries[0] ?? {}
  const given = responses.find(
    ({ name, reason, answer }) =>
      clusters[0]?.models.includes(name) && (reason === result?.answer || answer === result?.answer),
  )
  return {
    /** Whether the delivered answer is right; false if too few models answered. */
    right: (given && recording.replies.get(given.model)?.right) ?? false,
    confidence: result?.confidence ?? 0,
    outcome: result?.outcome ?? 'unavailable',
    /** The models that gave the same answer, those of the delivered one first. */
    groups: clusters.map((cluster) => cluster.models),
    /** How the first replies support the delivered answer; null if there is none. */
    first: firstRepliesIn(clusters, recording.query),
    calls: result?.usage.calls ?? models.length,
    wasRead: result?.usage.phases?.some(({ phase }) => phase === 'reading') ?? false,
    result,
  }
}

function firstRepliesIn(
  clusters: Deliberation['entries'][number]['clusters'],
  query: string,
): FirstReplies | null {
  const [delivered, ...others] = clusters
  if (delivered === undefined) return null
  const isCompatible = ({ label }: (typeof clusters)[number]) =>
    delivered.compatible?.includes(label ?? '') ?? false
  const models = (of: typeof clusters) => of.reduce((sum, cluster) => sum + cluster.models.length, 0)
  return {
    given: delivered.models.length,
    compatible: models(others.filter(isCompatible)),
    answering: models(clusters),
    rival: Math.max(0, ...others.filter((one) => !isCompatible(one)).map((one) => one.models.length)),
    offersOptions: optionsOf(query).size > 0,
  }
}

/** The recording as a model port: a model without a reply fails, and one without a short answer declines. */
export function recorded({ replies }: Recording, reader: SimulatedReader): AskModel {
  const modelsBehind = (shown: ShownReply[]) => {
    const left = [...replies]
    return shown.map((one) => {
      const place = left.findIndex(([, { text }]) => text?.trimEnd() === one.text)
      return left.splice(place, 1)[0]![0]
    })
  }
  const read = (brief: Brief): string => {
    if (brief.phase !== 'reading' || brief.task !== 'group-answers')
      throw new Error(`No recording of ${brief.phase}.`)
    const models = modelsBehind(brief.replies)
    const grouping = reader(models)
    if (grouping === null) throw new ModelFailure('unavailable', 'Nobody reads.')
    const labelOf = (model: string) => brief.replies[models.indexOf(model)]!.label
    return JSON.stringify({
      answers: [],
      groups: grouping.groups.map((group) => group.map(labelOf)),
      compatible: grouping.compatible,
    })
  }
  return async ({ seat, brief }) => {
    if (brief.phase !== 'exposition') return { text: read(brief), ...FREE }
    const { text, answer } = replies.get(seat.model) ?? { text: null, answer: null }
    if (text === null) throw new ModelFailure('empty_reply', 'The recording holds no reply of this model.')
    return { text: inBlock(text, answer ?? ''), ...FREE }
  }
}

/** What was fitted on recorded panels and ships with the service. */
export type FittedMeasures = Pick<DeliberationRequest, 'calibration' | 'textChoice'>

export type PanelRequest = Pick<DeliberationRequest, 'query' | 'models' | 'structure' | 'maxIterations'> &
  FittedMeasures &
  Partial<Pick<DeliberationRequest, 'kind' | 'votes' | 'reliability' | 'first'>>
export type PanelPorts = Pick<DeliberationPorts, 'askModel'> & Partial<Pick<DeliberationPorts, 'embed'>>

/** What a simulated call costs. */
export const FREE = { latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }

/** Models of recordings as a panel of the engine. */
export function panelOf(models: string[]): ModelConfig[] {
  return models.map((model) => ({ provider: 'openrouter', name: model, model, temperature: 0 }))
}

/** A reply in the form that seats are asked for: a text, then the short answer in a block. */
function inBlock(text: string, answer: string): string {
  return `${text}\n\n<panel>\n${JSON.stringify({ kind: 'closed', answer })}\n</panel>`
}

/** Runs a panel through the engine without axioms or deadline, on a closed question unless told otherwise; null if too few models answered. */
export function runPanel(request: PanelRequest, ports: PanelPorts): Promise<Deliberation | null> {
  const never = new AbortController().signal
  return deliberate(
    {
      kind: 'closed',
      votes: null,
      ...request,
      criteria: null,
      writer: null,
      reader: null,
      uncalibrated: null,
      signal: never,
      deadline: never,
      checkpoint: null,
    },
    {
      embed: async () => {
        throw new Error('A closed question needs no embedder.')
      },
      ...ports,
      findAnchors: async () => [],
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
