import {
  type Anchor,
  type Axiom,
  type AxiomDebugResponse,
  type AxiomRecord,
  LEVEL_NAMES,
  levelName,
} from '../contract/axiom.ts'
import { EMBEDDING_DIMENSIONS, LIMITS } from '../contract/limits.ts'
import type { FindAnchors } from '../engine/gather-anchors.ts'
import { type Embedder, embedOne } from '../vectors/embedder.ts'
import type { VectorIndex } from '../vectors/vector-index.ts'

interface AxiomSearch {
  text: string
  topK: number
  minScore: number
  /** Levels to look in; all when null. */
  levels: number[] | null
}

/** The axioms, searchable by meaning. */
export interface AxiomLibrary {
  search(search: AxiomSearch): Promise<Axiom[]>
  findAnchors: FindAnchors
  describe(): AxiomDebugResponse
}

/** Embeds the axioms into an index and answers searches over it. */
export async function openAxiomLibrary(
  records: AxiomRecord[],
  { embedder, index }: { embedder: Embedder; index: VectorIndex },
): Promise<AxiomLibrary> {
  const byId = new Map(records.map((record) => [record.id, record]))
  const vectors = await embedder.embed(records.map(({ axiom }) => axiom))
  records.forEach(({ id }, position) => {
    const vector = vectors[position]
    if (vector === undefined)
      throw new Error(`The embedder ${embedder.name} returned no vector for axiom ${id}.`)
    index.add(id, vector)
  })

  async function search({ text, topK, minScore, levels }: AxiomSearch): Promise<Axiom[]> {
    const accepts = (id: string) => levels === null || levels.includes(byId.get(id)?.level ?? 0)
    const matches = await index.search(await embedOne(embedder, text), { limit: topK, accepts })
    return matches
      .map(({ id, cosine }) => {
        const record = byId.get(id)!
        const relevance = embedder.relevance(cosine, 'question-statement')
        return { ...record, levelName: levelName(record.level), relevance }
      })
      .filter(({ relevance }) => relevance >= minScore)
  }

  async function findAnchors({ level, texts, limit }: Parameters<FindAnchors>[0]): Promise<Anchor[]> {
    const best = new Map<string, Anchor>()
    for (const text of texts) {
      const found = await search({ text, topK: limit, minScore: LIMITS.minScoreDefault, levels: [level] })
      for (const { id, axiom, relevance } of found) {
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
      index_backend: index.backend,
      seeded: records.length > 0,
    }
  }

  return { search, findAnchors, describe }
}
