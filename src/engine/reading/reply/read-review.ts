import { type DraftVerdict, MOST_IMPROVEMENTS } from '../../../contract/draft-review.ts'
import { cutText } from '../text/cut-text.ts'
import {
  type Ballot,
  ballotsIn,
  LONGEST_WHY,
  labelIn,
  type Reading,
  readVote,
  reasonIn,
  verdictsOf,
} from './ballot.ts'
import { type Fields, listIn, objectsIn, property, textOf, textsIn } from './json-in-reply.ts'

/** A review of several drafts. */
export interface ReviewReply {
  /** What it says of each draft, and what is wrong with it. */
  drafts: Array<Ballot<DraftVerdict>>
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

/** Reads a review. */
export function readReview(text: string, labels: string[]): Reading<ReviewReply> {
  const bounds = { most: MOST_IMPROVEMENTS, longest: LONGEST_IMPROVEMENT }
  const read = (fields: Fields): ReviewReply | null => {
    const drafts = ballotsIn(fields.get('reviews') ?? Object.fromEntries(fields), labels, readVerdict)
    if (drafts.length === 0) return null
    const preference = preferenceIn(fields.get('preference'), labels)
    return { drafts, preference, improvements: textsIn(fields.get('improvements'), bounds) }
  }
  const missing = 'The reply contains no verdict on any draft.'
  const reading = readVote(text, { read, voteOf: ({ drafts }) => verdictsOf(drafts), missing })
  if ('reply' in reading) return reading
  // Some give one object for each draft, without an object around them.
  const objects = [...objectsIn(text)]
  const apart = ballotsIn(
    objects.map((fields) => Object.fromEntries(fields)),
    labels,
    readVerdict,
  )
  const isApart = apart.length > 0 && objects.every((fields) => read(fields) === null)
  return isApart ? { reply: { drafts: apart, preference: [], improvements: [] } } : reading
}

/** Reads a comparison of two versions. */
export function readComparison(text: string, labels: string[]): Reading<ComparisonReply> {
  return readVote(text, {
    read(fields) {
      const better = textOf(fields.get('better'))
      const verdict = readVerdict(textOf(fields.get('verdict')))
      const label = labelIn(better, labels)
      if (verdict === null || (label === null && !/^\W*(?:equal|same|neither|both|tie)/i.test(better)))
        return null
      return { better: label, verdict, defect: reasonIn(fields.get('defect')) }
    },
    voteOf: ({ better, verdict }) => [better, verdict],
    missing: 'The reply does not say which version is better.',
  })
}

/** What the author of a draft says to a reject: why the reviewer is wrong; null where it concedes. */
interface RebuttalReply {
  rebuttal: string | null
}

/** Reads what an author says to a reject. A rebuttal without a reason is a concession. */
export function readRebuttal(text: string): Reading<RebuttalReply> {
  return readVote(text, {
    read(fields) {
      const [, ruling] = /^\W*(concede|rebut)/i.exec(textOf(fields.get('ruling'))) ?? []
      if (ruling === undefined) return null
      const why = cutText(textOf(fields.get('why')), LONGEST_WHY)
      return { rebuttal: ruling.toLowerCase() === 'rebut' && why !== '' ? why : null }
    },
    voteOf: ({ rebuttal }) => rebuttal === null,
    missing: 'The reply neither concedes nor rebuts the defect.',
  })
}

/** The verdict at the start of a text. */
function readVerdict(text: string): DraftVerdict | null {
  const match = /^\W*(accept|amend|reject)/i.exec(text)
  return match ? (match[1]?.toLowerCase() as DraftVerdict) : null
}

/** Groups of labels; labels that do not exist or come again are left out. */
function preferenceIn(value: unknown, labels: string[]): string[][] {
  const seen = new Set<string>()
  return listIn(value)
    .map((group) => {
      const names = Array.isArray(group) ? group : [group]
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
