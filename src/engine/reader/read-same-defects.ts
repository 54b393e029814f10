import type { CriticisedDraft } from '../panel/brief.ts'
import { labelIn } from '../reading/reply/ballot.ts'
import { objectsIn } from '../reading/reply/json-in-reply.ts'
import { textOf } from '../reading/reply/reply-fields.ts'

/**
 * Reads which defects are the same: lists of their labels. Null if the reading is unreadable or impossible: a label that
 * does not exist, or defects of different drafts in one list.
 */
export function readSameDefects(text: string, drafts: CriticisedDraft[]): string[][] | null {
  for (const fields of objectsIn(text)) {
    const lists = fields.get('same')
    if (!Array.isArray(lists)) continue
    const same = lists.map((list) => labelsIn(list, drafts))
    return same.includes(null) ? null : (same as string[][])
  }
  return null
}

/** The labels in a list, all of one draft; null where they are not. */
function labelsIn(list: unknown, drafts: CriticisedDraft[]): string[] | null {
  const names = (Array.isArray(list) ? list : [list]).map(textOf)
  for (const { defects } of drafts) {
    const known = defects.map(({ label }) => label)
    const labels = names.map((name) => labelIn(name, known))
    if (!labels.includes(null)) return labels as string[]
  }
  return null
}
