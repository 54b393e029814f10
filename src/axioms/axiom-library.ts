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
import { within } from '../utils/within.ts'
import type { Embedder } from '../vectors/embedder.ts'
import { haveNoTopic, wordsAsked } from './asked-words.ts'
import { createBoundedCosine } from './bounded-cosine.ts'
import { createWordEvidence } from './word-evidence.ts'

interface AxiomSearch {
  text: string
  topK: number
  minScore: number
  /** Levels to look in; all when null. */
  levels: number[] | null
  /** Who asks, in whose turn it is searched. */
  caller?: string
}

/** The axioms, searchable by meaning. */
export interface AxiomLibrary {
  search(search: AxiomSearch): Promise<Axiom[]>
  /** The same by words alone where the embedder is away. */
  searchAnyway(search: AxiomSearch): Promise<Axiom[]>
  findAnchors: FindAnchors
  describe(): AxiomDebugResponse
}

/**
 * Finds axioms by meaning and by words: the embedder says how likely an axiom bears on a text by the cosine of their
 * vectors, and the words they share move these odds up or down. There are few enough axioms to hold a text against
 * every one. Until the axioms are embedded, words alone decide.
 */
export function createAxiomLibrary(
  records: AxiomRecord[],
  embedder: Embedder,
  embedding: Promise<Float32Array>,
  takeTurn: (caller: string) => Promise<void> = async () => {},
): AxiomLibrary {
  const evidenceOf = createWordEvidence(records.map(statedText))
  const placesOf = new Map<number, number[]>(LEVELS.map((level) => [level, []]))
  records.forEach(({ level }, place) => {
    placesOf.get(level)?.push(place)
  })
  let boundedCosine: ReturnType<typeof createBoundedCosine> | null = null
  // Whoever began the embedding hears of its failure.
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

  async function searchAnyway(search: AxiomSearch): Promise<Axiom[]> {
    const [byMeaning] = await likelihoodsAnyway([search.text], search.caller)
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
    // Vectors of numbers are near each other without a topic that they share.
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

  /** For each of some texts, how likely axioms bear on it. */
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

  /** The same, or by words alone where the embedder is away, and nobody waits. */
  function likelihoodsAnyway(texts: string[], caller?: string): Promise<Likelihood[]> {
    return within(PATIENCE_MS, likelihoodsByMeaning(texts, caller)).catch(() => texts.map(() => byWordsAlone))
  }

  async function findAnchors({ texts, limit, ...search }: Parameters<FindAnchors>[0]): Promise<Anchor[]> {
    const read = texts.map((text) => text.slice(0, LONGEST_READ))
    const likelihoods = await likelihoodsAnyway(read, search.caller)
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

  return { search, searchAnyway, findAnchors, describe }
}

/**
 * How likely the axiom at a place bears on a text, given the evidence of its words; null where that is under the
 * least asked for.
 */
type Likelihood = (place: number, evidence: number, least: number) => number | null

const byWordsAlone: Likelihood = (_, evidence) => shiftOdds(0.5, evidence)

/** What a text is about is said by then; its words are not read further. */
const LONGEST_READ = 4_000
/** Whose turn it is where nobody asks. */
const OWN_WORK = 'axioms'

/** How long a debate waits for the embedder. */
const PATIENCE_MS = 3_000

/** What an axiom states, and what is noted beside. */
export function statedText({ axiom, description, domain }: AxiomRecord) {
  return { statement: axiom, notes: `${description} ${domain}` }
}

/** A probability after evidence that moves the logarithm of its odds. */
function shiftOdds(probability: number, shift: number): number {
  if (probability === 0 || probability === 1) return probability
  return 1 / (1 + Math.exp(-Math.log(probability / (1 - probability)) - shift))
}
