import type { EdgeEvent } from '../../src/client/index.ts'
import type { CheckResponse } from '../../src/contract/check.ts'
import type { DryRunResponse } from '../../src/contract/dry-run.ts'
import type { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import type { RunEvent } from '../../src/contract/events.ts'

import { createRuns } from '../../src/mcp/runs.ts'
import type { PanelEdge, PanelTools } from '../../src/mcp/tool.ts'
import { createEventQueue } from '../../src/utils/event-queue.ts'
import type { createVirtualClock } from './virtual-clock.ts'

const USAGE = { calls: 3, prompt_tokens: 300, completion_tokens: 60, cost_usd: 0.003, duration_ms: 1200 }

/** A result of the edge API, as far as the tools read it. */
export const ANSWER: EdgeConsensusResponse = {
  id: 'result-1',
  query: 'What is 6 times 7?',
  final_answer: 'It is 42.',
  answer: '42',
  explanation: null,
  kind: 'closed',
  outcome: 'majority',
  consensus_reached: false,
  confidence: 0.9,
  confidence_kind: 'right',
  confidence_basis: 'Two of three models gave this answer independently.',
  dissent: [{ model: 'vendor/three', name: 'vendor/three', answer: '41', reason: 'I counted.' }],
  iterations: 1,
  metrics: { initial_D: 0.5, final_D: 0.25, H_total: 0.75, D_by_iteration: [0.5, 0.25] },
  cache_hit: false,
  models: ['vendor/one', 'vendor/two', 'vendor/three'],
  usage: USAGE,
  structure: 'sonata',
  router: 'openrouter',
  warnings: [],
  relevant_axioms: [],
}

const CHECKED: CheckResponse = {
  claims: [
    {
      claim: 'The Earth is flat.',
      verdict: 'false',
      support: 0.2,
      rulings: [
        { name: 'vendor/one', opinion: 'false', reason: 'It is an oblate spheroid.' },
        { name: 'vendor/two', opinion: 'false', reason: '' },
        { name: 'vendor/three', opinion: 'unsure', reason: 'I have not seen it.' },
      ],
      axioms: [],
    },
  ],
  abstentions: [],
  axioms: [],
  models: ANSWER.models,
  usage: USAGE,
  router: 'openrouter',
  warnings: [],
}

const SEATS = ANSWER.models.map((model) => ({ name: model, provider: 'openrouter', model }))

/** The events of a run up to the first reply. */
export const FIRST_EVENTS: RunEvent[] = [
  {
    type: 'panel-start',
    data: { kind: null, structure: 'sonata', max_iterations: 7, seats: SEATS },
  },
  {
    type: 'answer-received',
    data: {
      iteration: 1,
      name: 'vendor/one',
      model: 'vendor/one',
      error: null,
      latency_ms: 10,
      cost_usd: 0.001,
      answered: true,
      answer: '42',
      text: 'It is 42.',
    },
  },
]

/** An edge API whose runs go on until the test ends them, and which costs what the test says. */
export function scriptedEdge({ most = 0.5 as number | null, first = 0.1 as number | null } = {}) {
  const asked: Array<{ request: unknown; signal: AbortSignal }> = []
  let answers = createEventQueue<EdgeEvent>()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })

  /** Rejects when the signal aborts, as a request does. */
  const unlessGone = <Result>(signal: AbortSignal | undefined, result: Promise<Result>) =>
    new Promise<Result>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      result.then(resolve, reject)
    })

  const edge: PanelEdge = {
    async *stream(request, { signal } = {}) {
      asked.push({ request, signal: signal! })
      const events = answers[Symbol.asyncIterator]()
      for (;;) {
        const next = await unlessGone(signal, events.next())
        if (next.done) return
        yield next.value
      }
    },
    dryRun: async () =>
      ({ cost_usd: { at_most: most, first_round_at_most: first } }) as unknown as DryRunResponse,
    searchAxioms: async ({ q }) => ({ query: q, axioms: [], count: 0 }),
    result: async (id) => ({ ...ANSWER, id }),
    async check(request, { signal } = {}) {
      asked.push({ request, signal: signal! })
      await unlessGone(signal, released)
      return CHECKED
    },
  }
  return {
    edge,
    asked,
    /** Lets a run tell what happens. */
    tell(...events: EdgeEvent[]) {
      for (const event of events) answers.push(event)
    },
    /** Lets everything that is asked be answered. */
    finish() {
      answers.push({ type: 'result', data: ANSWER })
      answers = createEventQueue()
      release()
    },
  }
}

/** Tools on a scripted API, at the time of a clock. */
export function toolsOn(
  edge: PanelEdge,
  clock: ReturnType<typeof createVirtualClock>,
  options: Partial<PanelTools> = {},
): PanelTools {
  let ids = 0
  const runs = createRuns({ newId: () => `task-${++ids}`, now: clock.now })
  return { edge, runs, owner: 'one', confirmAbove: undefined, report() {}, wait: clock.wait, ...options }
}
