import type { QuestionKind } from '../../../../contract/question-kind.ts'
import type { CueName } from '../../../../language/question/cues/find-cues.ts'
import { isCalculation, isQuestion, type SentenceReading, wordsIn } from './sentence-reading.ts'

/** A programming language before a colon: what follows is to be programmed. */
const LANGUAGE_LABEL =
  /^(?:python|javascript|js|typescript|ts|java|c\+\+|c#|rust|go|golang|php|ruby|kotlin|swift|sql|bash|shell|powershell|regex|excel|html|css|latex|r|vba|awk|sed) ?:/
const WORDS_OF_LABEL = 6
const WORDS_OF_PROGRAM = 5
/** A thing of a few words, and how it is to be: “inscription for a tomb, sober”. */
const SPECIFIED =
  /^[^\s,:，、：]+(?: [^\s,:，、：]+){1,6}[,:，：] ?\S|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{3,14}[，、,：]\S/u
const NOUNS = new Set<CueName>(['product', 'openNoun', 'attribute', 'explain', 'summarise'])

/** How a sentence without a verb or question word is used. */
interface Use {
  /** It is the whole request. */
  alone: boolean
  /** It begins with “please”, “I need” or the like. */
  isRequest: boolean
}

/** Reads a sentence without a verb or question word by the first thing that it names. */
export function kindByNouns(reading: SentenceReading, { alone, isRequest }: Use): QuestionKind | null {
  const { sentence, cues, has, parts } = reading
  const isUsed = alone || isRequest
  const noun = cues.find(({ name }) => NOUNS.has(name))
  if (LANGUAGE_LABEL.test(sentence)) return 'draft'
  if (noun?.name === 'product') return isUsed ? 'draft' : null
  if (noun?.name === 'summarise' && isUsed) return parts.hasMaterial ? 'draft' : 'open'
  if (has('openNoun', 'explain', 'why')) return 'open'
  if (has('advice', 'should')) return alone ? 'open' : null
  const isProgram = has('technology') && wordsIn(sentence) >= WORDS_OF_PROGRAM
  if (isUsed && isProgram && !isQuestion(sentence)) return 'draft'
  if (!parts.hasCode && isCalculation(sentence)) return 'closed'
  const isSuperlative = cues.some(
    ({ name, at }) => name === 'superlative' && wordsIn(sentence.slice(0, at)) <= 2,
  )
  if (isUsed && !parts.isLong && (noun !== undefined || isSuperlative)) return 'closed'
  return alone && !parts.isPersonal && SPECIFIED.test(sentence) && !isQuestion(sentence) ? 'draft' : null
}

/** Whether a sentence only names what is wanted, before a colon: “commit message for:”. */
export function isProductLabel({ sentence, has }: SentenceReading): boolean {
  const words = wordsIn(sentence)
  return /[:：]$/.test(sentence) && has('product') && words >= 2 && words <= WORDS_OF_LABEL
}
