import type { Anchor } from '../../contract/axiom.ts'
import { FindingProblem, type TextFinding } from '../../contract/claims.ts'
import type { CriticisedDraft } from '../panel/brief.ts'
import { labelIn } from '../reading/reply/ballot.ts'
import { listsIn } from '../reading/reply/json-in-reply.ts'
import { textAt, textOf } from '../reading/reply/reply-fields.ts'
import { cutText } from '../reading/text/cut-text.ts'
import { quotationsFrom } from './quotation.ts'

const MOST_FINDINGS = 16
const LONGEST_WHY = 500

/** What a checker objects to in a text, as far as its quotations stand there; null if its reply is unreadable. */
export function readFindings(reply: string, text: string): TextFinding[] | null {
  const [listed] = listsIn(reply, 'findings')
  if (listed === undefined) return null
  const find = quotationsFrom(text)
  return listed.slice(0, MOST_FINDINGS).flatMap((item): TextFinding[] => {
    const quote = find(textAt(item, 'quote'))
    const named = textAt(item, 'problem').toLowerCase()
    const problem = FindingProblem.options.find((one) => one === named)
    if (quote === null || problem === undefined) return []
    return [{ quote, problem, why: cutText(textAt(item, 'why'), LONGEST_WHY) }]
  })
}

const RELATIONS = new Set(['contradicts', 'supports', 'unrelated'])

/** The axioms that contradict an answer, as a reader compares them; null if the reading is unreadable or leaves one out. */
export function readContrary(text: string, anchors: Anchor[]): Anchor[] | null {
  for (const listed of listsIn(text, 'relations')) {
    const relations = new Map(
      listed.map((item) => [textAt(item, 'id'), textAt(item, 'relation').toLowerCase()]),
    )
    if (anchors.every(({ id }) => RELATIONS.has(relations.get(id) ?? '')))
      return anchors.filter(({ id }) => relations.get(id) === 'contradicts')
  }
  return null
}

/**
 * Reads which defects are the same: lists of their labels. Null if the reading is unreadable or impossible: a label that
 * does not exist, or defects of different drafts in one list.
 */
export function readSameDefects(text: string, drafts: CriticisedDraft[]): string[][] | null {
  const [lists] = listsIn(text, 'same')
  const same = lists?.map((list) => labelsIn(list, drafts))
  return same === undefined || same.includes(null) ? null : (same as string[][])
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
