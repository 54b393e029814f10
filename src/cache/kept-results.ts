import { createPartitions, type Partition, type PartitionFilter } from './partitions.ts'
import { createRecentlyUsed, type RecentlyUsed } from './recently-used.ts'
import type { ListedResult } from './result-store.ts'

/** The part of a stored result that is held in memory. */
export interface KeptResult {
  id: string
  partition: Partition
  query: string
  normalisedQuery: string
  /** Name of the model that made the vector. */
  embedder: string
  createdAt: number
  servedUntil: number
  keptUntil: number
  /** Whether it represents its question in the index. */
  indexed: boolean
}

/** All stored results in memory, without their answers: by id, by question, and in order of use. */
export interface KeptResults {
  add(result: ListedResult): KeptResult
  remove(id: string): KeptResult | null
  get(id: string): KeptResult | null
  /** The results of the same question in the same partition, newest first. */
  ofSameQuestion(result: KeptResult): readonly KeptResult[]
  /** The names of the partitions with results that match the filter. */
  partitions(filter: PartitionFilter): string[]
  /** Results that no longer need to be stored. */
  expired(now: number): string[]
  /** All results, in no particular order. */
  all(): Iterable<KeptResult>
  recentlyUsed: RecentlyUsed
  size(): number
}

/** Creates an empty set. */
export function createKeptResults(): KeptResults {
  const byId = new Map<string, KeptResult>()
  const partitions = createPartitions()
  /** For each partition, the results of each question, newest first. */
  const questions = new Map<Partition, Map<string, KeptResult[]>>()
  const recentlyUsed = createRecentlyUsed()
  const embedders = new Map<string, string>()
  const ofSameQuestion = ({ partition, normalisedQuery }: KeptResult) =>
    questions.get(partition)?.get(normalisedQuery) ?? []

  function addToQuestion(kept: KeptResult): void {
    const ofPartition = questions.get(kept.partition) ?? new Map<string, KeptResult[]>()
    questions.set(kept.partition, ofPartition)
    const results = ofPartition.get(kept.normalisedQuery)
    if (results === undefined) {
      ofPartition.set(kept.normalisedQuery, [kept])
      return
    }
    const place = results.findIndex(({ createdAt }) => createdAt <= kept.createdAt)
    results.splice(place === -1 ? results.length : place, 0, kept)
  }

  function removeFromQuestion(kept: KeptResult): void {
    const ofPartition = questions.get(kept.partition)
    const results = ofSameQuestion(kept)
    results.splice(results.indexOf(kept), 1)
    if (results.length === 0) ofPartition?.delete(kept.normalisedQuery)
    if (ofPartition?.size !== 0) return
    questions.delete(kept.partition)
    partitions.remove(kept.partition)
  }

  return {
    add(listed) {
      const { embedder } = listed
      const kept: KeptResult = {
        id: listed.id,
        partition: partitions.of(listed),
        query: listed.query,
        normalisedQuery: listed.normalisedQuery,
        // Share one string instead of a hundred thousand equal ones.
        embedder: embedders.get(embedder) ?? embedder,
        createdAt: listed.createdAt,
        servedUntil: listed.servedUntil,
        keptUntil: listed.keptUntil,
        indexed: false,
      }
      embedders.set(kept.embedder, kept.embedder)
      byId.set(kept.id, kept)
      addToQuestion(kept)
      recentlyUsed.use(kept.id, kept.partition.scope, listed.usedAt)
      return kept
    },

    remove(id) {
      const kept = byId.get(id)
      if (kept === undefined) return null
      byId.delete(id)
      recentlyUsed.remove(id, kept.partition.scope)
      removeFromQuestion(kept)
      return kept
    },

    get: (id) => byId.get(id) ?? null,
    ofSameQuestion,
    partitions: (filter) => partitions.find(filter).map(({ name }) => name),
    expired: (now) => [...byId.values()].filter(({ keptUntil }) => keptUntil <= now).map(({ id }) => id),
    all: () => byId.values(),
    recentlyUsed,
    size: () => byId.size,
  }
}
