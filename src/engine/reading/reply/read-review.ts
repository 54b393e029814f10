import { type DraftVerdict, MOST_IMPROVEMENTS } from '../../../contract/draft-review.ts'
import { cutText } from '../text/cut-text.ts'
import {
  ballotsIn,
  LONGEST_WHY,
  labelIn,
  type Reading,
  reasonIn,
  unreadable,
  verdictObjects,
} from './ballot.ts'
import { property, textOf, textsIn } from './reply-fields.ts'
import { spokenIn } from './thinking.ts'

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

const LONGEST_IMPROVEMENT = 500

/** Reads a review: an object, or lines that begin with a label and a verdict. */
export function readReview(text: string, labels: string[]): Reading<ReviewReply> {
  const objects = [...verdictObjects(text)]
  for (const fields of objects) {
    const drafts = judgedIn(fields.get('reviews') ?? Object.fromEntries(fields), labels)
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
  // Some give one object for each draft, without an object around them.
  const apart = objects.map((fields) => Object.fromEntries(fields))
  const drafts = [apart, verdictsInLines(text)].map((listed) => judgedIn(listed, labels))
  const judged = drafts.find((found) => found.length > 0)
  if (judged !== undefined) return { reply: { drafts: judged, preference: [], improvements: [] } }
  return unreadable('The reply contains no verdict on any draft.', text)
}

/** Reads a comparison of two versions. */
export function readComparison(text: string, labels: string[]): Reading<ComparisonReply> {
  for (const fields of verdictObjects(text)) {
    const better = textOf(fields.get('better'))
    const verdict = readVerdict(textOf(fields.get('verdict')))
    const label = labelIn(better, labels)
    if (verdict === null || (label === null && !/^\W*(?:equal|same|neither|both|tie)/i.test(better))) continue
    return { reply: { better: label, verdict, defect: reasonIn(fields.get('defect')) } }
  }
  return unreadable('The reply does not say which version is better.', text)
}

/** What the author of a draft says to a reject: why the reviewer is wrong; null where it concedes. */
interface RebuttalReply {
  rebuttal: string | null
}

/** Reads what an author says to a reject. A rebuttal without a reason is a concession. */
export function readRebuttal(text: string): Reading<RebuttalReply> {
  for (const fields of verdictObjects(text)) {
    const [, ruling] = /^\W*(concede|rebut)/i.exec(textOf(fields.get('ruling'))) ?? []
    if (ruling === undefined) continue
    const why = cutText(textOf(fields.get('why')), LONGEST_WHY)
    return { reply: { rebuttal: ruling.toLowerCase() === 'rebut' && why !== '' ? why : null } }
  }
  return unreadable('The reply neither concedes nor rebuts the defect.', text)
}

function judgedIn(listed: unknown, labels: string[]): JudgedDraft[] {
  return ballotsIn(listed, labels, readVerdict).map(({ why: defect, ...judged }) => ({ ...judged, defect }))
}

/** The verdict at the start of a text. */
function readVerdict(text: string): DraftVerdict | null {
  const match = /^\W*(accept|amend|reject)/i.exec(text)
  return match ? (match[1]?.toLowerCase() as DraftVerdict) : null
}

/** With a sign between the two: “A rejection would be too harsh” is not a verdict on draft A. */
const LINE =
  /^[^\w]{0,10}(?:draft[^\w]{1,5})?([A-P])(?=\s{0,4}[^\w\s])[^\w]{1,5}(accept|amend|reject)\w{0,5}[^\w]{0,5}(.*)$/i

function verdictsInLines(text: string) {
  return spokenIn(text)
    .split('\n')
    .flatMap((line) => {
      const [, label, verdict, defect] = LINE.exec(cutText(line, LONGEST_WHY)) ?? []
      return label === undefined ? [] : [{ label, verdict, defect }]
    })
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
