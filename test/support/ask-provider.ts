import { createLearned } from '../../src/adapters/models/learned.ts'
import { createProviderModels } from '../../src/adapters/models/providers/provider-models.ts'
import { createFairQueue } from '../../src/adapters/scheduling/fair-turns.ts'
import type { Brief } from '../../src/engine/panel/brief.ts'
import type { ModelCall, ModelReply } from '../../src/engine/panel/model-port.ts'
import { openHttp } from './transport.ts'

export type ProviderOptions = Parameters<typeof createProviderModels>[1]

type Options = Partial<ProviderOptions> & { apiKey?: string }

/** Time enough, also on a machine that has others to serve. */
const AN_HOUR_MS = 3_600_000

/** The key that such a call is made with unless told otherwise. */
export const KEY = 'secret-key'

interface CallChanges extends Partial<Omit<ModelCall, 'seat'>> {
  seat?: Partial<ModelCall['seat']>
}

/** A way to the models at an address: one further try, hardly a pause, room for all, time enough. */
export function providersAt(url: string, { apiKey = KEY, ...options }: Options = {}) {
  return createProviderModels(() => ({ apiKey, baseUrl: url }), {
    timeoutMs: AN_HOUR_MS,
    retries: 1,
    firstPauseMs: 1,
    now: () => performance.now(),
    openHttp,
    queue: createFairQueue(100),
    run: { endsAt: performance.now() + AN_HOUR_MS },
    refused: createLearned().refused,
    ...options,
  })
}

/** Asks a model at an address. */
export function askProvider(url: string, call: CallChanges = {}, options: Options = {}): Promise<ModelReply> {
  return providersAt(url, options)(callFor(call))
}

/** Asks a model at an address for a text. */
export function askForText(url: string, call: CallChanges = {}, options: Options = {}): Promise<ModelReply> {
  const brief: Brief = {
    phase: 'writing',
    criteria: null,
    query: 'How many?',
    answer: '4',
    reasons: [],
  }
  return askProvider(url, { brief, ...call }, options)
}

/** Asks a model at an address for a verdict. */
export function askForVerdict(
  url: string,
  call: CallChanges = {},
  options: Options = {},
): Promise<ModelReply> {
  const brief: Brief = {
    phase: 'review',
    criteria: null,
    date: '2026-11-17',
    query: 'Write.',
    drafts: [],
    anchors: [],
  }
  return askProvider(url, { brief, ...call }, options)
}

/** A call to a model of the router for a JSON object: its rulings on the answers to a question. */
export function callFor({ seat = {}, signal, ...changes }: CallChanges = {}): ModelCall {
  return {
    seat: {
      key: 'k',
      provider: 'openrouter',
      name: 'Model',
      model: 'vendor/model',
      temperature: 0.7,
      ...seat,
    },
    iteration: 1,
    brief: {
      phase: 'revision',
      criteria: null,
      query: 'How many?',
      anchors: [],
      answers: [{ label: 'P', answer: '4', text: 'I counted 4.', objections: [] }],
      own: 'P',
      ownReply: null,
      mustAnswer: null,
    },
    messages: [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: 'How many?' },
    ],
    signal: signal ?? new AbortController().signal,
    ...changes,
  }
}

/** Waits until the caller of a call has hung up. */
export function closed(gone: AbortSignal | undefined): Promise<void> {
  if (gone === undefined) throw new Error('The call never arrived.')
  if (gone.aborted) return Promise.resolve()
  return new Promise((resolve) => gone.addEventListener('abort', () => resolve(), { once: true }))
}
