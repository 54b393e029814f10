import type { QuestionKind } from '../../../../contract/question-kind.ts'
import { isCalculation, isQuestion, type SentenceReading } from './sentence-reading.ts'

/** A programming language before a colon: what follows is to be programmed. */
const LANGUAGE_LABEL =
  /^(?:python|javascript|js|typescript|ts|java|c\+\+|c#|rust|go|golang|php|ruby|kotlin|swift|sql|bash|shell|powershell|regex|excel|html|css|latex|r|vba|awk|sed) ?:/
/** A thing of a few words, and how it is to be: “inscription for a tomb, sober”. */
const SPECIFIED =
  /^[^\s,:，、：]+(?: [^\s,:，、：]+){1,6}[,:，：] ?\S|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3,14}[，、,：]\S/u

/** What a request wants that has neither a verb nor a question word. */
export function kindOfKeywords({ sentence, has, parts }: SentenceReading): QuestionKind | null {
  if (LANGUAGE_LABEL.test(sentence)) return 'draft'
  if (has('summarise')) return parts.hasMaterial ? 'draft' : 'open'
  if (has('explain', 'why', 'should')) return 'open'
  if (!parts.hasCode && isCalculation(sentence)) return 'closed'
  return !parts.isPersonal && SPECIFIED.test(sentence) && !isQuestion(sentence) ? 'draft' : null
}
