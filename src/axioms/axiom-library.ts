import {
  type Anchor,
  type Axiom,
  type AxiomDebugResponse,
  type AxiomRecord,
  LEVEL_NAMES,
  levelName,
} from '../contract/axiom.ts'
import { EMBEDDING_DIMENSIONS, LIMITS } from '../contract/limits.ts'
import type { FindAnchors } from '../engine/index.ts'
import { withTimeLimit } from '../utils/time-limits.ts'
import { leastCosine } from '../vectors/cosine.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { haveNoTopic, wordsAsked } from './asked-words.ts'
import { type CompareVectors, ESTIMATE_ERROR, mostDifferingBits } from './axiom-vectors.ts'
import { createWordEvidence, NO_SHARED_WORD, type WordEvidence } from './word-evidence.ts'

interface AxiomSearch {
  text: string
  topK: number
  minScore: number
  /** Levels to search; all when null. */
  levels: number[] | null
  /** The caller on whose behalf the search runs; callers take turns. */
  caller?: string
}

interface LibraryParts {
  takeTurn?: (caller: string) => Promise<void>
  /** Made from the records when absent. */
  evidenceOf?: WordEvidence
  /** The ids of the axioms that do not come with the service. */
  own?: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

export type AxiomLibrary = ReturnType<typeof createAxiomLibrary>

/**
 * Finds axioms by meaning and by words: the cosine of the vectors gives the probability that an axiom is relevant to
 * a text, and shared words move its odds up or down. There are few enough axioms to compare a text with every one.
 * Until the axioms are embedded, words alone decide.
 */
export function createAxiomLibrary(
  records: AxiomRecord[],
  embedder: Embedder,
  { takeTurn = async () => {}, evidenceOf = createWordEvidence(records), own = NONE }: LibraryParts = {},
) {
  let compare: CompareVectors | null = null
  /** Takes the vectors of the axioms, once they are embedded. */
  const useVectors = (vectors: CompareVectors) => {
    compare = vectors
  }
  const relevanceOf = (cosine: number) => embedder.relevance(cosine, 'question-statement')
  const sourceOf = ({ id }: AxiomRecord) => (own.has(id) ? 'own' : 'builtin')
  const byLevel = levelsOf(records, own)

  const searchWith =
    (vectorsFor: typeof vectorsOf) =>
    async ({ text, topK, minScore, levels, caller }: AxiomSearch): Promise<Axiom[]> => {
      const [vector] = await vectorsFor([text], caller)
      await takeTurn(caller ?? OWN_WORK)
      return ofLevels(match(text, vector!, minScore), levels)
        .slice(0, topK)
        .map(({ record, relevance }) => ({
          ...record,
          levelName: levelName(record.level),
          relevance,
          source: sourceOf(record),
        }))
    }

  /** The axioms that reach a relevance, best first. Without a vector, words alone decide. */
  function match(text: string, vector: Float32Array | null, minScore: number): Match[] {
    const asked = wordsAsked(text.slice(0, LONGEST_READ))
    const evidence = evidenceOf(asked)
    // Vectors of numbers are close to each other without sharing a topic.
    const found =
      vector === null || compare === null || haveNoTopic(asked)
        ? records.map((_, place) => ({ place, relevance: shiftOdds(0.5, evidence[place]!) }))
        : relevantByMeaning(compare(vector), evidence, minScore)
    return found
      .filter(({ relevance }) => relevance >= minScore)
      .sort((left, right) => right.relevance - left.relevance || left.place - right.place)
      .map(({ place, relevance }) => ({ record: records[place]!, relevance }))
  }

  /** The relevance, by meaning and words, of all axioms that may reach a minimum, by what is quicker to have than cosines. */
  function relevantByMeaning(
    { near, estimates, cosine }: ReturnType<CompareVectors>,
    evidence: Float32Array,
    minScore: number,
  ) {
    const relevance = (cosine: number, words: number) => shiftOdds(relevanceOf(cosine), words)
    const least = leastCosine((cosine) => relevance(cosine, NO_SHARED_WORD) >= minScore)
    const possible = near(mostDifferingBits(least)).filter((place) => evidence[place] === NO_SHARED_WORD)
    const sharingNone = possible.length
    for (let place = 0; place < evidence.length; place++)
      if (evidence[place] !== NO_SHARED_WORD) possible.push(place)
    const highest = estimates(possible).map((estimate) => estimate + ESTIMATE_ERROR)
    return possible
      .filter((place, index) =>
        index < sharingNone
          ? highest[index]! >= least
          : relevance(highest[index]!, evidence[place]!) >= minScore,
      )
      .map((place) => ({ place, relevance: relevance(cosine(place), evidence[place]!) }))
  }

  async function vectorsOf(texts: string[], caller?: string): Promise<Array<Float32Array | null>> {
    return compare === null ? texts.map(() => null) : embedder.embed(texts, caller)
  }

  /** The same, and null as well when the embedder fails or takes too long. */
  function vectorsIfPossible(texts: string[], caller?: string): Promise<Array<Float32Array | null>> {
    return withTimeLimit(TIMEOUT_MS, vectorsOf(texts, caller)).catch(() => texts.map(() => null))
  }

  const findAnchors: FindAnchors = async ({ texts, limit, levels, caller = OWN_WORK }) => {
    const best = new Map<string, Anchor>()
    const read = texts.map((text) => text.slice(0, LONGEST_READ))
    const vectors = await vectorsIfPossible(read, caller)
    for (const [place, text] of read.entries()) {
      await takeTurn(caller)
      const matches = match(text, vectors[place]!, LIMITS.minScoreDefault)
      for (const { record, relevance } of ofLevels(matches, levels).slice(0, limit)) {
        const { id, axiom, level } = record
        if (relevance > (best.get(id)?.relevance ?? 0))
          best.set(id, { id, axiom, level, relevance, source: sourceOf(record) })
      }
    }
    return [...best.values()].sort((left, right) => right.relevance - left.relevance).slice(0, limit)
  }

  function describe(): AxiomDebugResponse {
    return {
      total: records.length,
      own: own.size,
      levels: byLevel,
      embedding_model: embedder.name,
      dimensions: EMBEDDING_DIMENSIONS,
      index_backend: 'exact',
      seeded: compare !== null,
    }
  }

  return {
    search: searchWith(vectorsOf),
    /** The same search, but by words alone while the embedder is unavailable. */
    searchWithFallback: searchWith(vectorsIfPossible),
    findAnchors,
    describe,
    useVectors,
  }
}

interface Match {
  record: AxiomRecord
  relevance: number
}

/** How many axioms each level has, and how many built-in ones of each domain: who may know the others is not known here. */
function levelsOf(records: AxiomRecord[], own: ReadonlySet<string>): AxiomDebugResponse['levels'] {
  return LEVEL_NAMES.map((name, position) => {
    const ofLevel = records.filter(({ level }) => level === position + 1)
    const domains: Record<string, number> = {}
    for (const { id, domain } of ofLevel) if (!own.has(id)) domains[domain] = (domains[domain] ?? 0) + 1
    return { level: position + 1, name, count: ofLevel.length, domains }
  })
}

function ofLevels(matches: Match[], levels: readonly number[] | null): Match[] {
  return levels === null ? matches : matches.filter(({ record }) => levels.includes(record.level))
}

/** Longer texts are read only up to here: by then their topic is clear. */
const LONGEST_READ = 4_000
/** The queue for searches without a caller. */
const OWN_WORK = 'axioms'

/** How long a deliberation waits for the embedder. */
const TIMEOUT_MS = 3_000

function shiftOdds(probability: number, shift: number): number {
  if (probability === 0 || probability === 1) return probability
  const logOdds = Math.log(probability / (1 - probability))
  return 1 / (1 + Math.exp(-logOdds - shift))
}
