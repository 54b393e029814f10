import {
  type Anchor,
  type Axiom,
  type AxiomDebugResponse,
  type AxiomRecord,
  LEVEL_NAMES,
  LEVELS,
  levelName,
} from '../contract/axiom.ts'
import { EMBEDDING_DIMENSIONS, LIMITS } from '../contract/limits.ts'
import type { FindAnchors } from '../engine/index.ts'
import { withTimeLimit } from '../utils/with-time-limit.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { haveNoTopic, wordsAsked } from './asked-words.ts'
import { createBoundedCosine } from './bounded-cosine.ts'
import { createWordEvidence, type WordEvidence } from './word-evidence.ts'

interface AxiomSearch {
  text: string
  topK: number
  minScore: number
  /** Levels to search; all when null. */
  levels: number[] | null
  /** The caller on whose behalf the search runs; callers take turns. */
  caller?: string
}

/** The axioms, searchable by meaning and words. */
export interface AxiomLibrary {
  search(search: AxiomSearch): Promise<Axiom[]>
  /** The same search, but by words alone while the embedder is unavailable. */
  searchWithFallback(search: AxiomSearch): Promise<Axiom[]>
  findAnchors: FindAnchors
  describe(): AxiomDebugResponse
}

interface LibraryParts {
  /** Resolves when it is the caller's turn to continue. */
  takeTurn?: (caller: string) => Promise<void>
  /** Made from the records when absent. */
  evidenceOf?: WordEvidence
}

/**
 * Finds axioms by meaning and by words: the cosine of the vectors gives the probability that an axiom is relevant to
 * a text, and shared words move its odds up or down. There are few enough axioms to compare a text with every one.
 * Until the axioms are embedded, words alone decide.
 */
export function createAxiomLibrary(
  records: AxiomRecord[],
  embedder: Embedder,
  embedding: Promise<Float32Array>,
  { takeTurn = async () => {}, evidenceOf = wordEvidenceFor(records) }: LibraryParts = {},
): AxiomLibrary {
  const placesOf = new Map<number, number[]>(LEVELS.map((level) => [level, []]))
  records.forEach(({ level }, place) => {
    placesOf.get(level)?.push(place)
  })
  let boundedCosine: ReturnType<typeof createBoundedCosine> | null = null
  // The caller that started the embedding handles its failure.
  embedding.then(
    (table) => {
      boundedCosine = createBoundedCosine(table)
    },
    () => {},
  )

  async function search(search: AxiomSearch): Promise<Axiom[]> {
    const [byMeaning] = await likelihoodsByMeaning([search.text], search.caller)
    return find(search, byMeaning!)
  }

  async function searchWithFallback(search: AxiomSearch): Promise<Axiom[]> {
    const [byMeaning] = await likelihoodsWithFallback([search.text], search.caller)
    return find(search, byMeaning!)
  }

  async function find(
    { text, topK, minScore, levels, caller = OWN_WORK }: AxiomSearch,
    byMeaning: Likelihood,
  ): Promise<Axiom[]> {
    await takeTurn(caller)
    const read = text.slice(0, LONGEST_READ)
    const evidence = evidenceOf(read)
    await takeTurn(caller)
    // Vectors of numbers are close to each other without sharing a topic.
    const likelihood = haveNoTopic(wordsAsked(read)) ? byWordsAlone : byMeaning
    const found: Array<{ place: number; relevance: number }> = []
    for (const level of new Set(levels ?? LEVELS)) {
      for (const place of placesOf.get(level) ?? []) {
        const relevance = likelihood(place, evidence[place]!, minScore)
        if (relevance !== null && relevance >= minScore) found.push({ place, relevance })
      }
    }
    return found
      .sort((left, right) => right.relevance - left.relevance || left.place - right.place)
      .slice(0, topK)
      .map(({ place, relevance }) => {
        const record = records[place]!
        return { ...record, levelName: levelName(record.level), relevance }
      })
  }

  /** For each text, a function that returns how likely an axiom is relevant to it. */
  async function likelihoodsByMeaning(texts: string[], caller?: string): Promise<Likelihood[]> {
    const cosinesWith = boundedCosine
    if (cosinesWith === null) return texts.map(() => byWordsAlone)
    const embedded = await embedder.embed(texts, caller)
    return embedded.map((asked) => {
      const cosineAt = cosinesWith(asked)
      return (place, evidence, least) => {
        const relevance = (cosine: number) =>
          shiftOdds(embedder.relevance(cosine, 'question-statement'), evidence)
        const cosine = cosineAt(place, (atMost) => relevance(Math.min(1, atMost)) >= least)
        return cosine === null ? null : relevance(cosine)
      }
    })
  }

  /** The same, but by words alone when the embedder fails or takes too long. */
  function likelihoodsWithFallback(texts: string[], caller?: string): Promise<Likelihood[]> {
    return withTimeLimit(TIMEOUT_MS, likelihoodsByMeaning(texts, caller)).catch(() =>
      texts.map(() => byWordsAlone),
    )
  }

  async function findAnchors({ texts, limit, ...search }: Parameters<FindAnchors>[0]): Promise<Anchor[]> {
    const read = texts.map((text) => text.slice(0, LONGEST_READ))
    const likelihoods = await likelihoodsWithFallback(read, search.caller)
    const best = new Map<string, Anchor>()
    for (const [index, text] of read.entries()) {
      const bounds = { ...search, topK: limit, minScore: LIMITS.minScoreDefault, levels: [...search.levels] }
      for (const { id, axiom, level, relevance } of await find({ text, ...bounds }, likelihoods[index]!)) {
        if (relevance > (best.get(id)?.relevance ?? 0)) best.set(id, { id, axiom, level, relevance })
      }
    }
    return [...best.values()].sort((left, right) => right.relevance - left.relevance).slice(0, limit)
  }

  function describe(): AxiomDebugResponse {
    return {
      total: records.length,
      levels: LEVEL_NAMES.map((name, position) => {
        const ofLevel = records.filter(({ level }) => level === position + 1)
        const domains: Record<string, number> = {}
        for (const { domain } of ofLevel) domains[domain] = (domains[domain] ?? 0) + 1
        return { level: position + 1, name, count: ofLevel.length, domains }
      }),
      embedding_model: embedder.name,
      dimensions: EMBEDDING_DIMENSIONS,
      index_backend: 'exact',
      seeded: boundedCosine !== null,
    }
  }

  return { search, searchWithFallback, findAnchors, describe }
}

/**
 * The probability that the axiom at an index is relevant to a text, given the evidence of its words; null when it is
 * below the requested minimum.
 */
type Likelihood = (place: number, evidence: number, least: number) => number | null

const byWordsAlone: Likelihood = (_, evidence) => shiftOdds(0.5, evidence)

/** Longer texts are read only up to here: by then their topic is clear. */
const LONGEST_READ = 4_000
/** The queue for searches without a caller. */
const OWN_WORK = 'axioms'

/** How long a deliberation waits for the embedder. */
const TIMEOUT_MS = 3_000

/** Reads the words of all axioms, which takes longer than anything else about them. */
export function wordEvidenceFor(records: AxiomRecord[]): WordEvidence {
  return createWordEvidence(records.map(statedText))
}

/** The statement of an axiom, and the notes on it. */
export function statedText({ axiom, description, domain }: AxiomRecord) {
  return { statement: axiom, notes: `${description} ${domain}` }
}

/** Adds evidence to a probability by shifting its log odds. */
function shiftOdds(probability: number, shift: number): number {
  if (probability === 0 || probability === 1) return probability
  return 1 / (1 + Math.exp(-Math.log(probability / (1 - probability)) - shift))
}
