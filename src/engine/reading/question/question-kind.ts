import type { QuestionKind } from '../../../contract/question-kind.ts'
import { whatIsAsked } from '../../../language/question/what-is-asked.ts'
import { optionsOf } from './options.ts'

const DRAFT =
  /^\s*(?:please\s+|(?:can|could|would) you\s+(?:please\s+)?)?(?:write|draft|compose|translate|rewrite|rephrase|paraphrase|continue|refactor|implement|format|generate|create)\b/i

/** Recognises the kind of a question from its wording; in doubt it is open, because reading a text as a closed answer destroys it. */
export function questionKind(query: string): QuestionKind {
  if (DRAFT.test(query)) return 'draft'
  const asked = whatIsAsked(query)
  if (asked.text || asked.openEnded || asked.severalThings) return 'open'
  if (optionsOf(query).size >= 2 || asked.number) return 'closed'
  return asked.isPlain && ['person', 'time', 'place'].includes(asked.kind) ? 'closed' : 'open'
}
