import { cutText } from '../text/cut-text.ts'
import { type Reading, unreadable, verdictObjects } from './judged-labels.ts'
import { textOf } from './reply-fields.ts'
import { afterThinking } from './thinking.ts'

/** What the author of a draft says to a reject: why the reviewer is wrong; null where it concedes. */
interface RebuttalReply {
  rebuttal: string | null
}

const LONGEST_WHY = 1_000

/** Reads what an author says to a reject. A rebuttal without a reason is a concession. */
export function readRebuttal(text: string): Reading<RebuttalReply> {
  const spoken = (afterThinking(text) ?? '').trim()
  for (const fields of verdictObjects(spoken)) {
    const [, ruling] = /^\W*(concede|rebut)/i.exec(textOf(fields.get('ruling'))) ?? []
    if (ruling === undefined) continue
    const why = cutText(textOf(fields.get('why')), LONGEST_WHY)
    return { reply: { rebuttal: ruling.toLowerCase() === 'rebut' && why !== '' ? why : null } }
  }
  return unreadable('The reply neither concedes nor rebuts the defect.', text)
}
