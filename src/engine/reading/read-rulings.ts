import { ClaimOpinion } from '../../contract/claims.ts'
import { AnswerVerdict } from '../../contract/deliberation.ts'
import { type DraftVerdict, MOST_IMPROVEMENTS } from '../../contract/draft-review.ts'
import type { CriticisedDraft } from '../panel/brief.ts'
import {
  type Ballot,
  ballotsIn,
  LONGEST_WHY,
  labelIn,
  listIn,
  listsIn,
  objectsIn,
  type ReadReply,
  reasonIn,
  textOf,
  unreadable,
} from './reply-fields.ts'
import { cutText, keepText } from './reply-text.ts'

export interface RulingsReply {
  reasoning: string
  rulings: Array<Ballot<AnswerVerdict>>
  /** The label of the answer that it stands by; null where it names none. */
  answer: string | null
  newAnswer: string | null
  /** What refuted its previous answer; null where it names nothing. */
  changedBecause: string | null
}

/** Reads rulings on the answers with these labels; what is said of other labels is left out. */
export function readRulings(text: string, labels: string[]): ReadReply<RulingsReply> {
  for (const fields of objectsIn(text)) {
    const rulings = ballotsIn(fields.get('rulings'), labels, oneOf(AnswerVerdict.options))
    const answer = labelIn(textOf(fields.get('answer')), labels)
    // “No” and “none” may be the answer.
    const newAnswer = cutText(textOf(fields.get('new_answer')), LONGEST_WHY) || null
    if (rulings.length === 0 && answer === null && newAnswer === null) continue
    return {
      reply: {
        reasoning: keepText(textOf(fields.get('reasoning')), 'reason').text,
        rulings,
        answer,
        newAnswer: answer === null ? newAnswer : null,
        changedBecause: reasonIn(fields.get('changed_because')) || null,
      },
    }
  }
  return unreadable('The reply contains no ruling on any answer.', text)
}

/** Reads rulings on the points with these labels; what is said of other labels is left out. */
export function readPointRulings(text: string, labels: string[]): ReadReply<Array<Ballot<ClaimOpinion>>> {
  for (const fields of objectsIn(text)) {
    const rulings = ballotsIn(fields.get('rulings'), labels, oneOf(ClaimOpinion.options))
    if (rulings.length > 0) return { reply: rulings }
  }
  return unreadable('The reply contains no ruling on any point.', text)
}

/** Reads one of these verdicts, and nothing that only begins with one. */
function oneOf<Verdict extends string>(verdicts: readonly Verdict[]): (said: string) => Verdict | undefined {
  return (said) => verdicts.find((one) => one === said.toLowerCase())
}

export interface ReviewReply {
  /** What is said of each, and what is wrong with it. */
  drafts: Array<Ballot<DraftVerdict>>
  /** Labels from the best to the worst; those in one group are equally good. */
  preference: string[][]
  improvements: string[]
}

export interface ComparisonReply {
  /** The label of the better one; null when they are equally good. */
  better: string | null
  verdict: DraftVerdict
  defect: string
}

const LONGEST_IMPROVEMENT = 500

/** Reads a review. */
export function readReview(text: string, labels: string[]): ReadReply<ReviewReply> {
  for (const fields of objectsIn(text)) {
    const drafts = ballotsIn(fields.get('reviews'), labels, readVerdict)
    if (drafts.length === 0) continue
    const preference = preferenceIn(fields.get('preference'), labels)
    return { reply: { drafts, preference, improvements: improvementsIn(fields.get('improvements')) } }
  }
  return unreadable('The reply contains no verdict on any draft.', text)
}

function improvementsIn(value: unknown): string[] {
  return listIn(value)
    .map((item) => cutText(textOf(item), LONGEST_IMPROVEMENT))
    .filter((text) => text !== '')
    .slice(0, MOST_IMPROVEMENTS)
}

/** Reads a comparison of two versions. */
export function readComparison(text: string, labels: string[]): ReadReply<ComparisonReply> {
  for (const fields of objectsIn(text)) {
    const better = textOf(fields.get('better'))
    const verdict = readVerdict(textOf(fields.get('verdict')))
    const label = labelIn(better, labels)
    if (verdict === null || (label === null && !/^\W*(?:equal|same|neither|both|tie)/i.test(better))) continue
    return { reply: { better: label, verdict, defect: reasonIn(fields.get('defect')) } }
  }
  return unreadable('The reply does not say which version is better.', text)
}

/** Reads what the author of a draft says to a reject: why the reviewer is wrong; null where it concedes, or gives no reason. */
export function readRebuttal(text: string): ReadReply<{ rebuttal: string | null }> {
  for (const fields of objectsIn(text)) {
    const [, ruling] = /^\W*(concede|rebut)/i.exec(textOf(fields.get('ruling'))) ?? []
    if (ruling === undefined) continue
    const why = cutText(textOf(fields.get('why')), LONGEST_WHY)
    return { reply: { rebuttal: ruling.toLowerCase() === 'rebut' && why !== '' ? why : null } }
  }
  return unreadable('The reply neither concedes nor rebuts the defect.', text)
}

/** The verdict at the start of a text. */
function readVerdict(text: string): DraftVerdict | null {
  const [, verdict] = /^\W*(accept|amend|reject)/i.exec(text) ?? []
  return (verdict?.toLowerCase() as DraftVerdict | undefined) ?? null
}

/** Groups of labels; labels that do not exist or come again are left out. */
function preferenceIn(value: unknown, labels: string[]): string[][] {
  const seen = new Set<string>()
  return listIn(value)
    .map((group) => {
      const names = Array.isArray(group) ? group : [group]
      const named = names.flatMap((name) => labelIn(textOf(name), labels) ?? [])
      const fresh = [...new Set(named)].filter((label) => !seen.has(label))
      for (const label of fresh) seen.add(label)
      return fresh
    })
    .filter((group) => group.length > 0)
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
