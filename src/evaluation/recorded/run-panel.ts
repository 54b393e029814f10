import type { ModelConfig } from '../../contract/panel.ts'
import {
  type Deliberation,
  type DeliberationPorts,
  type DeliberationRequest,
  deliberate,
} from '../../engine/index.ts'

/** What was fitted on recorded panels and ships with the service. */
export type Measures = Pick<DeliberationRequest, 'calibration' | 'textChoice'>

export type PanelRequest = Pick<DeliberationRequest, 'query' | 'models' | 'structure' | 'maxIterations'> &
  Measures &
  Partial<Pick<DeliberationRequest, 'kind' | 'votes' | 'reliability' | 'first'>>
export type PanelPorts = Pick<DeliberationPorts, 'askModel'> & Partial<Pick<DeliberationPorts, 'embed'>>

/** What a simulated call costs. */
export const FREE = { latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }

/** Models of recordings as a panel of the engine. */
export function panelOf(models: string[]): ModelConfig[] {
  return models.map((model) => ({ provider: 'openrouter', name: model, model, temperature: 0 }))
}

/** A reply in the form that seats are asked for: a text, then the short answer in a block. */
export function inBlock(text: string, answer: string): string {
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
