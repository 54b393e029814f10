import { MOST_IMPROVEMENTS } from '../../contract/draft-review.ts'
import type { ComparisonBrief, ReviewBrief } from '../panel/brief.ts'
import type { ChatMessage } from '../panel/model-port.ts'
import { axioms, endOfQuotation, labelled, question, systemForFields, user } from './prompt-parts.ts'
import { tagsWith } from './tags.ts'

const VERDICTS =
  '"accept": it can be delivered as it is; "amend": it has minor defects; "reject": it has a defect that makes it useless to whoever asked, such as code that fails, a wrong result, or not doing what was asked'
const EVIDENCE =
  'quote the place and say what is wrong there; for code, give an input for which it fails. Empty for none. A "reject" without it counts as "amend"'

/** Asks for a review of the drafts of the others. */
export function review(brief: ReviewBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  return [
    systemForFields(
      [
        'You are one of several experts who did the same task. Review the drafts of the others, which are anonymous and in random order. Check each against what was asked: run code in your head, recompute results, compare a translation with its source. Neither length nor likeness to your own draft is a merit.',
      ],
      [
        `"reviews": one object for each draft, with "draft": its label; "verdict": ${VERDICTS}; "defect": ${EVIDENCE}`,
        '"preference": the labels in order of preference, the best first, as a list of lists; labels in one inner list are equally good',
        `"improvements": at most ${MOST_IMPROVEMENTS} changes that would make the best draft better, each in one sentence; an empty list for none`,
      ],
    ),
    user([
      ...question(brief, marker),
      axioms(brief.anchors, tagged),
      ...labelled('draft', brief.drafts, tagged),
      endOfQuotation('reply with the one JSON object asked for'),
    ]),
  ]
}

/** Asks which of two versions is better. */
export function comparison(brief: ComparisonBrief, marker: string): ChatMessage[] {
  const tagged = tagsWith(marker)
  const [first, second] = brief.versions
  return [
    systemForFields(
      [
        'Two versions of the same work are to be compared, in random order. Check each against what was asked.',
      ],
      [
        `"better": "${first.label}", "${second.label}", or "equal"`,
        `"verdict": of the better one: ${VERDICTS}`,
        `"defect": what is still wrong with the better one: ${EVIDENCE}`,
      ],
    ),
    user([
      ...question(brief, marker),
      ...labelled('version', brief.versions, tagged),
      endOfQuotation('reply with the one JSON object asked for'),
    ]),
  ]
}
