import type { PastQuestions, QuestionPairs } from '../../src/cache/past-questions.ts'
import type { QuestionVerifier } from '../../src/cache/same-question/create-question-verifier.ts'
import { createSemanticCache } from '../../src/cache/semantic-cache.ts'
import type { QuestionKind } from '../../src/contract/question-kind.ts'
import { type OneAtATime, withoutLock } from '../../src/vectors/embed-stored.ts'
import type { Embedder } from '../../src/vectors/embedder.ts'
import { openBuiltinEmbedder } from './embedder.ts'
import { createMemoryQuestionPairs, createMemoryTallyStore } from './memory-cache-stores.ts'
import { createMemoryPastQuestions } from './memory-past-questions.ts'
import { sampleEdgeResponse } from './samples.ts'
import { createStrictWording } from './strict-wording.ts'

const HOUR = 3_600_000
const builtin = await openBuiltinEmbedder()

/** What a test may put in the place of the usual parts. */
export interface TestCacheParts {
  /** Opens what is stored, which several caches may share, for an embedding model. */
  open?: (embedder: string) => PastQuestions | Promise<PastQuestions>
  pairs?: QuestionPairs
  mostEntries?: number
  mostBytes?: number
  embedder?: Embedder
  oneAtATime?: OneAtATime
  verify?: QuestionVerifier
  edition?: string
  /** The time, where the test has a clock of its own. */
  now?: () => number
}

/** A result to be remembered. */
export interface Kept {
  id: string
  query: string
  scope?: string
  owner?: string
  router?: string
  fingerprint?: string
  kind?: QuestionKind
  servedForMs?: number
  keptForMs?: number
}

/** A semantic cache over the built-in embedder, with a clock in the test's hand. */
export async function openTestCache({
  open = createMemoryPastQuestions(),
  pairs = createMemoryQuestionPairs(),
  mostEntries = 1_000,
  mostBytes = 1e9,
  verify = createStrictWording(),
  edition = 'current',
  embedder = builtin,
  oneAtATime = withoutLock,
  now,
}: TestCacheParts = {}) {
  const clock = { now: 1_000_000 }
  const outcomes: string[] = []
  const faults: unknown[] = []
  const tallies = createMemoryTallyStore()
  const openCache = async () =>
    createSemanticCache({
      questions: await open(embedder.name),
      tallies,
      pairs,
      embedder,
      oneAtATime,
      verify,
      edition,
      now: now ?? (() => clock.now),
      takeTurn: async () => {},
      bounds: { entries: mostEntries, bytes: mostBytes },
      onLookup: (outcome) => outcomes.push(outcome),
      onFault: (error) => faults.push(error),
    })
  const cache = await openCache()

  const remember = ({ id, query, kind, servedForMs = HOUR, keptForMs = 2 * HOUR, ...belongs }: Kept) =>
    cache.remember({
      scope: 'alice',
      owner: belongs.scope ?? 'alice',
      router: 'offline',
      fingerprint: 'panel',
      edition,
      ...belongs,
      caller: 'alice',
      id,
      response: { ...sampleEdgeResponse(id, query), ...(kind && { kind }) },
      trace: [],
      createdAt: clock.now,
      servedUntil: clock.now + servedForMs,
      keptUntil: clock.now + keptForMs,
    })
  return { cache, open, clock, outcomes, faults, remember, reopen: openCache }
}
