import { plainWording } from './same-question.ts'

/** Stored questions by their plain wording; only one worded alike can be the same question. */
export interface Wordings {
  add(id: string, query: string): void
  remove(id: string): void
  /** The questions worded like a query. */
  alike(query: string): ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()

/** Begins with no question. */
export function createWordings(): Wordings {
  const wordings = new Map<string, string>()
  const worded = new Map<string, Set<string>>()
  return {
    add(id, query) {
      const wording = plainWording(query)
      if (wording === null) return
      wordings.set(id, wording)
      worded.set(wording, (worded.get(wording) ?? new Set()).add(id))
    },
    remove(id) {
      const wording = wordings.get(id)
      if (wording === undefined) return
      wordings.delete(id)
      const others = worded.get(wording)
      others?.delete(id)
      if (others?.size === 0) worded.delete(wording)
    },
    alike(query) {
      const wording = plainWording(query)
      return (wording === null ? undefined : worded.get(wording)) ?? NONE
    },
  }
}
