import { type DraftVerdict, MOST_IMPROVEMENTS } from '../../../contract/draft-review.ts'
import { cutText } from '../text/cut-text.ts'
import type { Fields } from './json-in-reply.ts'
import {
  isNothing,
  labelIn,
  property,
  type Reading,
  textsIn,
  unreadable,
  verdictObjects,
} from './judged-labels.ts'
import { readVerdict, textOf } from './reply-fields.ts'
import { afterThinking } from './thinking.ts'

/** What a reviewer says of one draft. */
export interface JudgedDraft {
  label: string
  verdict: DraftVerdict
  /** What is wrong with it; empty for nothing. */
  defect: string
}

/** A review of several drafts. */
export interface ReviewReply {
  drafts: JudgedDraft[]
  /** Labels from the best to the worst; those in one group are equally good. */
  preference: string[][]
  improvements: string[]
}

/** What a reviewer says of two versions. */
export interface ComparisonReply {
  /** The label of the better one; null when they are equally good. */
  better: string | null
  verdict: DraftVerdict
  defect: string
}

const LONGEST_DEFECT = 1_000
const LONGEST_IMPROVEMENT = 500

/** Reads a review: an object, or lines that begin with a label and a verdict. */
export function readReview(text: string, labels: string[]): Reading<ReviewReply> {
  const spoken = (afterThinking(text) ?? '').trim()
  for (const fields of verdictObjects(spoken)) {
    const drafts = judgedIn(fields, labels)
    if (drafts.length > 0)
      return {
        reply: {
          drafts,
          preference: preferenceIn(fields.get('preference'), labels),
          improvements: textsIn(fields.get('improvements'), {
            most: MOST_IMPROVEMENTS,
            longest: LONGEST_IMPROVEMENT,
          }),
        },
      }
  }
  const apart = judgedApart(spoken, labels)
  const drafts = apart.length > 0 ? apart : judgedInLines(spoken, labels)
  if (drafts.length > 0) return { reply: { drafts, preference: [], improvements: [] } }
  return unreadable('The reply contains no verdict on any draft.', text)
}

/** Reads a comparison of two versions. */
export function readComparison(text: string, labels: string[]): Reading<ComparisonReply> {
  const spoken = (afterThinking(text) ?? '').trim()
  for (const fields of verdictObjects(spoken)) {
    const better = textOf(fields.get('better'))
    const verdict = readVerdict(textOf(fields.get('verdict')))
    const label = labelIn(better, labels)
    if (verdict === null || (label === null && !/^\W*(?:equal|same|neither|both|tie)/i.test(better))) continue
    return { reply: { better: label, verdict, defect: defectIn(fields.get('defect')) } }
  }
  return unreadable('The reply does not say which version is better.', text)
}

function judgedIn(fields: Fields, labels: string[]): JudgedDraft[] {
  const reviews = fields.get('reviews') ?? Object.fromEntries(fields)
  const entries: Array<[string, unknown]> = Array.isArray(reviews)
    ? reviews.map((review) => [textOf(property(review, 'draft') ?? property(review, 'label')), review])
    : Object.entries(reviews as object)
  const judged = entries.flatMap(([name, review]): JudgedDraft[] => {
    const label = labelIn(name, labels)
    const verdict = readVerdict(textOf(typeof review === 'string' ? review : property(review, 'verdict')))
    if (label === null || verdict === null) return []
    return [{ label, verdict, defect: defectIn(property(review, 'defect') ?? property(review, 'defects')) }]
  })
  return firstOfEach(judged)
}

/** Verdicts in one object for each draft, without an object around them. */
function judgedApart(text: string, labels: string[]): JudgedDraft[] {
  const reviews = [...verdictObjects(text)].map((fields) => Object.fromEntries(fields))
  return judgedIn(new Map([['reviews', reviews]]), labels)
}

/** With a sign between the two: “A rejection would be too harsh” is not a verdict on draft A. */
const LINE =
  /^[^\w]{0,10}(?:draft[^\w]{1,5})?([A-P])(?=\s{0,4}[^\w\s])[^\w]{1,5}(accept|amend|reject)\w{0,5}[^\w]{0,5}(.*)$/i

function judgedInLines(text: string, labels: string[]): JudgedDraft[] {
  const judged = text.split('\n').flatMap((line): JudgedDraft[] => {
    const [, name, verdict, defect] = LINE.exec(cutText(line, LONGEST_DEFECT)) ?? []
    const label = name === undefined ? null : labelIn(name, labels)
    return label === null ? [] : [{ label, verdict: readVerdict(verdict!)!, defect: defectIn(defect) }]
  })
  return firstOfEach(judged)
}

function firstOfEach(judged: JudgedDraft[]): JudgedDraft[] {
  const seen = new Set<string>()
  return judged.filter(({ label }) => !seen.has(label) && seen.add(label))
}

/** Groups of labels; labels that do not exist or come again are left out. */
function preferenceIn(value: unknown, labels: string[]): string[][] {
  const groups = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[>,]/) : []
  const seen = new Set<string>()
  return groups
    .map((group) => {
      const names = Array.isArray(group) ? group : typeof group === 'string' ? group.split('=') : [group]
      return names.flatMap((name): string[] => {
        const named = property(name, 'label') ?? property(name, 'draft') ?? name
        const label = labelIn(textOf(named), labels)
        if (label === null || seen.has(label)) return []
        seen.add(label)
        return [label]
      })
    })
    .filter((group) => group.length > 0)
}

function defectIn(value: unknown): string {
  const text = textOf(value)
  return isNothing(text) ? '' : cutText(text, LONGEST_DEFECT)
}
