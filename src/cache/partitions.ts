import type { ResultFilter } from './result-store.ts'

/** A group of results that can answer the same requests: those of one scope, router, edition and panel. */
export interface Partition {
  /** The name of the partition in the vector index. */
  name: string
  scope: string
  edition: string
  fingerprint: string
}

/** Which partitions a search covers; null means any. */
export interface PartitionFilter extends Omit<ResultFilter, 'edition'> {
  edition: string | null
}

/** All partitions, each stored once. */
export interface Partitions {
  /** The partition of such results, created if necessary. */
  of(result: ResultFilter & { fingerprint: string }): Partition
  find(filter: PartitionFilter): Partition[]
  remove(partition: Partition): void
}

/** A separator that occurs in no name of a key, router or panel. */
const GAP = '\u0000'

/** Creates an empty registry. Partitions are looked up by scope and router, without scanning those of others. */
export function createPartitions(): Partitions {
  const groups = new Map<string, Map<string, Partition>>()
  const groupOf = (scope: string, router: string) => scope + GAP + router

  return {
    of({ scope, router, edition, fingerprint }) {
      const groupName = groupOf(scope, router)
      const name = groupName + GAP + edition + GAP + fingerprint
      const group = groups.get(groupName) ?? new Map<string, Partition>()
      const known = group.get(name)
      if (known !== undefined) return known
      const partition = { name, scope, edition, fingerprint }
      groups.set(groupName, group.set(name, partition))
      return partition
    },

    find({ scope, router, edition, fingerprint }) {
      const groupName = groupOf(scope, router)
      const group = groups.get(groupName)
      if (group === undefined) return []
      if (edition !== null && fingerprint !== null)
        return [group.get(groupName + GAP + edition + GAP + fingerprint) ?? []].flat()
      return [...group.values()].filter(
        (partition) =>
          (edition ?? partition.edition) === partition.edition &&
          (fingerprint ?? partition.fingerprint) === partition.fingerprint,
      )
    },

    remove({ name }) {
      const groupName = name.split(GAP, 2).join(GAP)
      const group = groups.get(groupName)
      group?.delete(name)
      if (group?.size === 0) groups.delete(groupName)
    },
  }
}
