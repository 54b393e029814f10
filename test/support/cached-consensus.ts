import { createHash } from 'node:crypto'
import { createRunCosts } from '../../src/consensus/budget/run-costs.ts'
import { createCachedConsensus } from '../../src/consensus/cached-consensus.ts'
import type { ModelRouter } from '../../src/consensus/model-router.ts'
import type { PanelResult, PanelRun, PanelRunner } from '../../src/consensus/panel-runner.ts'
import type { RunClaims } from '../../src/consensus/shared-run/claimed-run.ts'
import type { ContextDocument } from '../../src/contract/conversation.ts'
import type { CallerKeys } from '../../src/contract/panel.ts'
import type { QuestionKind } from '../../src/contract/question-kind.ts'
import { NO_USAGE } from '../../src/engine/deliberation.ts'
import { openTestCache, type TestCacheParts } from './cache.ts'
import { createVirtualClock } from './virtual-clock.ts'

const DEFAULT_MODELS = ['a/1', 'a/2']

/** What a panel that agreed at once comes to. */
const AGREED: PanelResult = {
  kind: 'closed',
  answer: '299 792 458 m/s',
  shortAnswer: '299 792 458 m/s',
  explanation: null,
  reached: true,
  outcome: 'consensus',
  confidence: 0.9,
  confidenceKind: 'right',
  confidenceBasis: 'a sample',
  entries: [],
  initialDivergence: 0,
  finalDivergence: 0,
  dissent: [],
  anchors: [],
  usage: { ...NO_USAGE, calls: 2 },
  warnings: [],
  wholePanel: true,
  router: 'openrouter',
}

/** A run under way, which ends as the test says. */
export interface StartedRun {
  run: PanelRun
  finish(changes?: Partial<PanelResult>): void
  fail(error: Error): void
}

/** A process of the service: its own cache, index and flights over what may be shared with another. */
export async function openProcess({
  clock = createVirtualClock(),
  name = 'process',
  chance = () => 0,
  readerModel = null,
  canSearch = false,
  claims,
  ...cacheParts
}: TestCacheParts & {
  clock?: ReturnType<typeof createVirtualClock>
  name?: string
  chance?: () => number
  readerModel?: string | null
  canSearch?: boolean
  /** How it shares runs with other processes; absent where it does not. */
  claims?: RunClaims
} = {}) {
  const opened = await openTestCache({ ...cacheParts, now: clock.now })
  const started: StartedRun[] = []
  const faults: unknown[] = []
  const router: ModelRouter = {
    connect: (callerKeys) => ({
      ask: () => Promise.reject(new Error('not asked here')),
      servedBy: () => (callerKeys?.openrouter === 'offline' ? 'offline' : 'openrouter'),
      vendorOf: () => null,
      nameOf: ({ name }) => name,
      warnings: [],
    }),
    providerOf: () => 'openrouter',
    servers: () => [],
  }
  const runner: PanelRunner = {
    run: (run) =>
      new Promise((resolve, reject) => {
        run.signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true })
        started.push({ run, finish: (changes) => resolve({ ...AGREED, ...changes }), fail: reject })
      }),
  }
  let ids = 0
  const consensus = createCachedConsensus({
    runner,
    costs: createRunCosts({
      catalogue: { priceOf: async () => null, inputsOf: async () => null, list: async () => null },
      router,
      readerModel: null,
      canSearch,
    }),
    cache: opened.cache,
    policy: {
      timeToLiveMs: 3_600_000,
      unconvergedMs: 600_000,
      timeSensitiveMs: 300_000,
      retentionMs: 7_200_000,
    },
    defaultModels: () => DEFAULT_MODELS,
    router,
    readerModel,
    canSearch,
    now: clock.now,
    chance,
    newId: () => `${name}-${++ids}`,
    digest: (text) => createHash('sha256').update(text).digest('hex'),
    onKeepFault: (error) => faults.push(`not kept: ${error}`),
    onLookupFault: (error) => faults.push(`not searched: ${error}`),
    shared: claims
      ? { claims, wait: clock.wait, onFault: (error) => faults.push(`not shared: ${error}`) }
      : null,
  })
  const ask = (
    query: string,
    more: {
      scope?: string
      owner?: string
      skipCache?: boolean
      callerKeys?: CallerKeys | null
      signal?: AbortSignal
      context?: ContextDocument[]
      models?: string[]
      kind?: QuestionKind
      reader?: string
      sampling?: { temperature?: number; seed?: number }
      noStore?: boolean
      timeoutSeconds?: number
    } = {},
  ) => {
    const prepared = consensus.prepare({
      request: {
        query,
        skip_cache: more.skipCache ?? false,
        context: more.context,
        models: more.models,
        kind: more.kind,
        reader: more.reader,
        timeout_seconds: more.timeoutSeconds,
      },
      scope: more.scope ?? 'alice',
      owner: more.owner ?? more.scope ?? 'alice',
      caller: 'alice',
      callerKeys: more.callerKeys ?? null,
      singleShot: false,
      ...(more.sampling && { sampling: more.sampling }),
      noStore: more.noStore ?? false,
    })
    const answer = prepared.then((ready) =>
      ready.served ? ready.served : ready.run({ signal: more.signal ?? new AbortController().signal }),
    )
    // Looked at later, when it may have failed already.
    answer.catch(() => {})
    return answer
  }
  return { ...opened, clock, started, faults, ask }
}
