import type { ModelConfig } from '../../contract/panel.ts'
import {
  type AskModel,
  type Deliberation,
  type DeliberationPorts,
  type DeliberationRequest,
  deliberate,
  ModelFailure,
} from '../../engine/index.ts'
import type { Recording } from './recording.ts'

/** What was fitted on recorded panels and ships with the service. */
export type FittedMeasures = Pick<DeliberationRequest, 'calibration' | 'textChoice'>

export type Replay = ReturnType<typeof judged>

/** Runs one recording through the engine: the first round alone, because recordings have no later ones. */
export async function replay(recording: Recording, models: string[], measures: FittedMeasures) {
  const request = { query: recording.query, models: panelOf(models), ...FIRST_ROUND, ...measures }
  return judged(recording, await runPanel(request, { askModel: recorded(recording) }))
}

export const FIRST_ROUND = { structure: 'fugue', maxIterations: 1 } as const

/** What a recorded panel answered, and whether that is right. */
export function judged({ replies }: Recording, result: Deliberation | null) {
  const { clusters = [], responses = [] } = result?.entries[0] ?? {}
  const given = responses.find(
    ({ name, reason, answer }) =>
      clusters[0]?.models.includes(name) && (reason === result?.answer || answer === result?.answer),
  )
  return {
    /** Whether the delivered answer is right; false if too few models answered. */
    right: (given && replies.get(given.model)?.right) ?? false,
    confidence: result?.confidence ?? 0,
    outcome: result?.outcome ?? 'unavailable',
    /** The models that gave the same answer, those of the delivered one first. */
    groups: clusters.map((cluster) => cluster.models),
    result,
  }
}

/** The recording as a model port: a model without a reply fails, one without a short answer declines, and nobody reads. */
export function recorded({ replies }: Recording): AskModel {
  return async ({ seat, brief }) => {
    if (brief.phase !== 'exposition') throw new ModelFailure('unavailable', 'Nobody reads.')
    const { text, answer } = replies.get(seat.model) ?? { text: null, answer: null }
    if (text === null) throw new ModelFailure('empty_reply', 'The recording holds no reply of this model.')
    return { text: inBlock(text, answer ?? ''), ...FREE }
  }
}

export type PanelRequest = Pick<DeliberationRequest, 'query' | 'models' | 'structure' | 'maxIterations'> &
  FittedMeasures &
  Partial<Pick<DeliberationRequest, 'kind' | 'votes' | 'reliability' | 'first'>>
export type PanelPorts = Pick<DeliberationPorts, 'askModel'> &
  Partial<Pick<DeliberationPorts, 'embed' | 'programs' | 'passOdds'>>

/** What a simulated call costs. */
export const FREE = { latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }

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
