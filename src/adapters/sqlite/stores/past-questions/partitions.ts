import { coversFingerprint, STANDALONE } from '../../../../cache/fingerprint.ts'
import type { QuestionFilter, ResultFilter } from '../../../../cache/past-questions.ts'

/** The owner and origin of a question. */
export type Origin = ResultFilter & { fingerprint: string }

/** What the index keeps of a question, which may have more. */
export function originOf({ scope, router, edition, fingerprint }: Origin): Origin {
  return { scope, router, edition, fingerprint }
}

interface Partition extends Origin {
  name: string
  questions: number
}

/** A separator that occurs in no name of a key, router or panel. */
const GAP = '\u0000'

/**
 * The partitions of the index that hold questions; each has those of one scope, router, edition and panel. They are
 * looked up by scope and router, without scanning those of others.
 */
export function createPartitions() {
  const groups = new Map<string, Map<string, Partition>>()
  const groupOf = ({ scope, router }: QuestionFilter) => scope + GAP + router
  const nameOf = (origin: QuestionFilter) => groupOf(origin) + GAP + origin.edition + GAP + origin.fingerprint

  return {
    /** Adds a question; returns the name of its partition. */
    add(origin: Origin): string {
      const name = nameOf(origin)
      const group = groups.get(groupOf(origin)) ?? new Map<string, Partition>()
      groups.set(groupOf(origin), group)
      const partition = group.get(name) ?? { ...originOf(origin), name, questions: 0 }
      partition.questions++
      group.set(name, partition)
      return partition.name
    },

    /** Removes a question from the partition of this name. */
    remove(name: string): void {
      const groupName = name.split(GAP, 2).join(GAP)
      const group = groups.get(groupName)
      const partition = group?.get(name)
      if (partition === undefined || --partition.questions > 0) return
      group?.delete(name)
      if (group?.size === 0) groups.delete(groupName)
    },

    /** The names of the partitions that a search covers. */
    find(filter: QuestionFilter): string[] {
      const { edition, fingerprint } = filter
      const group = groups.get(groupOf(filter))
      if (group === undefined) return []
      if (edition !== null && fingerprint !== null && fingerprint !== STANDALONE)
        return group.has(nameOf(filter)) ? [nameOf(filter)] : []
      const covered = [...group.values()].filter(
        (partition) =>
          (edition ?? partition.edition) === partition.edition &&
          coversFingerprint(fingerprint, partition.fingerprint),
      )
      return covered.map(({ name }) => name)
    },
  }
}
