import type { ResultFilter } from './result-store.ts'

/** Where results lie that can serve the same requests: those of one scope, router, edition and panel. */
export interface Partition {
  /** By which the index knows it. */
  name: string
  scope: string
  edition: string
  fingerprint: string
}

/** Which partitions a search looks at; null means any. */
export interface PartitionFilter extends Omit<ResultFilter, 'edition'> {
  edition: string | null
}

/** The partitions there are, each known once. */
export interface Partitions {
  /** The partition of such results, a new one where there is none. */
  of(result: ResultFilter & { fingerprint: string }): Partition
  find(filter: PartitionFilter): Partition[]
  remove(partition: Partition): void
}

/** In no name of a key, a router or a panel. */
const GAP = '\u0000'

/** Begins with none. Those of a scope and a router are found without looking at what others keep. */
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
