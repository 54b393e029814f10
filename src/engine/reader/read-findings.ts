import { FindingProblem, type TextFinding } from '../../contract/claims.ts'
import { objectsIn } from '../reading/reply/json-in-reply.ts'
import { property, textOf } from '../reading/reply/reply-fields.ts'
import { cutText } from '../reading/text/cut-text.ts'
import { quotationsFrom } from './quotation.ts'

const MOST_FINDINGS = 16
const LONGEST_WHY = 500

/** What a checker objects to in a text, as far as its quotations stand there; null if its reply is unreadable. */
export function readFindings(reply: string, text: string): TextFinding[] | null {
  for (const fields of objectsIn(reply)) {
    const listed = fields.get('findings')
    if (!Array.isArray(listed)) continue
    const find = quotationsFrom(text)
    return listed.slice(0, MOST_FINDINGS).flatMap((item): TextFinding[] => {
      const quote = find(textOf(property(item, 'quote')))
      const problem = FindingProblem.safeParse(textOf(property(item, 'problem')).toLowerCase()).data
      if (quote === null || problem === undefined) return []
      return [{ quote, problem, why: cutText(textOf(property(item, 'why')), LONGEST_WHY) }]
    })
  }
  return null
}
