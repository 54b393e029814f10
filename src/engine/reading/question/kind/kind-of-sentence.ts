import type { QuestionKind } from '../../../../contract/question-kind.ts'
import { type Cue, type CueName, findCues } from '../../../../language/question/cues/find-cues.ts'
import {
  COUNTED,
  kindOfDefinition,
  kindOfHowMany,
  kindOfWhat,
  kindOfWhoIs,
  kindOfYesNo,
} from './kind-by-question-word.ts'
import { kindOfKeywords } from './kind-of-keywords.ts'
import { mainCue } from './main-cue.ts'
import type { RequestParts, RequestSentence } from './request-parts.ts'
import { asksAgain, isOpenMatter, isQuestion, type SentenceReading } from './sentence-reading.ts'

/** How long the text is to be. */
const LENGTH =
  /\d[- ](?:words?|characters|wort|zeichen|mots|palabras|parole|palavras|woorden|slow|слов|символов|kelime|كلمة)|\d ?(?:단어|자|字|文字)/
/** “Answer with A, B or C.” */
const LETTERS =
  /(?<![\p{L}\p{N}])a, ?b(?:, ?[c-f])*,? (?:or|oder|ou|o|of|lub|или|або|veya|eller) [b-f](?![\p{L}\p{N}])/u

/** What one sentence asks for. */
export interface Asking {
  kind: QuestionKind | null
  /** A reason is wanted as well. */
  isReasoned: boolean
  /** An explanation is asked for, whatever options are listed. */
  isExplanation: boolean
  /** It says that the answer is one word, or yes or no. */
  isShort: boolean
  /** No verb or question word says what is asked for. */
  isElliptic: boolean
}

/** Where a sentence stands in its request. */
interface Place {
  /** It is the whole request, so that keywords count. */
  alone: boolean
  /** It follows a request and its colon, so that it is what the request is about. */
  given: boolean
}

/** Reads what one sentence asks for. */
export function readSentence(
  { text: sentence, languages }: RequestSentence,
  parts: RequestParts,
  place: Place,
): Asking {
  const cues = findCues(sentence, languages)
  const has = (...names: CueName[]) => cues.some((cue) => names.includes(cue.name))
  const main = mainCue({
    cues,
    sentence,
    isQuestion: isQuestion(sentence),
    alone: place.alone,
    isLong: parts.isLong,
  })
  const reading = { sentence, parts, cues, has }
  return {
    kind: main === undefined ? kindWithoutCue(reading, place) : kindByCue(main, reading),
    isReasoned: has('reasoned'),
    isExplanation: main?.name === 'explain' || (main?.name === 'why' && parts.letteredOptions < 3),
    isShort: has('shortAnswer', 'yesOrNo') || LETTERS.test(sentence),
    isElliptic: main === undefined,
  }
}

function kindWithoutCue(reading: SentenceReading, { alone, given }: Place): QuestionKind | null {
  const asks = isQuestion(reading.sentence)
  if (given || !(alone || asks)) return null
  return (alone ? kindOfKeywords(reading) : null) ?? (asks ? kindOfYesNo(reading) : null)
}

function kindByCue(main: Cue, reading: SentenceReading): QuestionKind {
  const { parts, has, sentence } = reading
  switch (main.name) {
    case 'write':
      return has('numeralForm') ? 'closed' : 'draft'
    case 'make':
      return 'draft'
    case 'translate':
      return isTermTranslated(reading) ? 'closed' : 'draft'
    case 'summarise':
      return parts.hasMaterial ? 'draft' : 'open'
    case 'sayIn':
      if ((parts.givenWords ?? 1) > 2) return 'draft'
      return has('should') ? 'open' : 'closed'
    case 'why':
    case 'explain':
      return (parts.givenWords ?? 0) > 3 && LENGTH.test(sentence) ? 'draft' : 'open'
    case 'classify':
      return asksAgain(main, reading) ? 'open' : 'closed'
    case 'compute':
      return kindOfTask(main, reading)
    case 'list':
      return (parts.hasDigits || COUNTED.test(sentence)) && !isOpenMatter(reading) ? 'closed' : 'open'
    case 'what':
      return kindOfWhat(main, reading)
    case 'define':
      return kindOfDefinition(main, reading)
    case 'whoIs':
      return kindOfWhoIs(main, reading)
    case 'whoOrWhen':
      return has('explain', 'should') || asksAgain(main, reading) ? 'open' : 'closed'
    case 'howMany':
      return kindOfHowMany(main, reading)
    case 'which':
      return isOpenMatter(reading) ? 'open' : 'closed'
    default:
      return kindOfYesNo(reading)
  }
}

/** Whether a word or a term is translated, and no text. */
function isTermTranslated({ parts }: SentenceReading): boolean {
  if (parts.quotedWords !== null) return parts.quotedWords <= 2 && !parts.hasMaterial
  return parts.givenWords === 1
}

/** Something is to be calculated or found: closed if there is something to calculate with, or one thing to find. */
function kindOfTask(main: Cue, reading: SentenceReading): QuestionKind {
  const { parts, has, cues } = reading
  const isExplained = has('reasoned') || cues.some(({ name, at }) => name === 'explain' && at > main.at)
  if (isExplained || asksAgain(main, reading)) return 'open'
  if (parts.hasOptions || parts.hasBlank) return 'closed'
  if (parts.hasCode && !parts.hasDigits) return 'draft'
  return parts.hasDigits ? 'closed' : 'open'
}
