import type { QuestionKind } from '../../../../contract/question-kind.ts'
import { type Cue, type CueName, findCues } from '../../../../language/question/cues/find-cues.ts'
import { isProductLabel, kindByNouns } from './kind-by-nouns.ts'
import {
  COUNTED,
  kindOfDefinition,
  kindOfHowMany,
  kindOfWhat,
  kindOfWhoIs,
  kindOfYesNo,
} from './kind-by-question-word.ts'
import { mainCue, openingEnd } from './main-cue.ts'
import type { RequestParts, RequestSentence } from './request-parts.ts'
import { asksAgain, isOpenMatter, isQuestion, type SentenceReading, wordsIn } from './sentence-reading.ts'

/** How long the text is to be. */
const LENGTH =
  /\d[- ](?:words?|characters|wort|zeichen|mots|palabras|parole|palavras|woorden|slow|слов|символов|kelime|كلمة)|\d ?(?:단어|자|字|文字)/
/** “What would a good notice look like?” */
const LOOKS_LIKE = /\blook like\b|\bwould you (?:write|say|put|call)\b/
/** “Answer with A, B or C.” */
const LETTERS =
  /(?<![\p{L}\p{N}])a, ?b(?:, ?[c-f])*,? (?:or|oder|ou|o|of|lub|или|або|veya|eller) [b-f](?![\p{L}\p{N}])/u
const WORDS_OF_TRANSLATION = 8

/** What one sentence asks for. */
export interface Asking {
  kind: QuestionKind | null
  /** A reason is wanted as well. */
  isReasoned: boolean
  /** An explanation is asked for, whatever options are listed. */
  isExplanation: boolean
  /** It says that the answer is one word, or yes or no. */
  isShort: boolean
  /** It says that only the code or the text is wanted. */
  isProduct: boolean
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
    isProduct: has('onlyCode'),
    isElliptic: main === undefined,
  }
}

function kindWithoutCue(reading: SentenceReading, { alone, given }: Place): QuestionKind | null {
  if (isProductLabel(reading)) return 'draft'
  const { sentence, cues } = reading
  const asks = isQuestion(sentence)
  const isRequest = openingEnd(sentence, cues) > 0
  if (given || !(alone || asks || isRequest)) return null
  const named = !asks || isRequest || alone ? kindByNouns(reading, { alone, isRequest }) : null
  return named ?? (asks && !isRequest ? kindOfYesNo(reading) : null)
}

function kindByCue(main: Cue, reading: SentenceReading): QuestionKind {
  const { parts, has, sentence } = reading
  switch (main.name) {
    case 'write':
      return has('numeralForm') && (parts.hasDigits || !has('product')) ? 'closed' : 'draft'
    case 'make':
      return 'draft'
    case 'suggest':
      return has('product') ? 'draft' : 'open'
    case 'rewrite':
      return kindOfRewriting(main, reading)
    case 'translate':
      return isTermTranslated(reading) ? 'closed' : 'draft'
    case 'summarise':
      return parts.hasMaterial || has('material') ? 'draft' : 'open'
    case 'sayIn':
      if ((parts.givenWords ?? 1) > 2) return 'draft'
      return has('should') ? 'open' : 'closed'
    case 'why':
    case 'explain':
      if (has('product') && LOOKS_LIKE.test(sentence)) return 'draft'
      return (parts.givenWords ?? 0) > 3 && LENGTH.test(sentence) ? 'draft' : 'open'
    case 'classify':
      if (has('technology')) return 'draft'
      return has('openNoun') || asksAgain(main, reading) ? 'open' : 'closed'
    case 'compute':
      return kindOfTask(main, reading)
    case 'list': {
      if (has('product')) return 'draft'
      const isKnown = has('attribute', 'superlative') || parts.hasDigits || COUNTED.test(sentence)
      return isKnown && !isOpenMatter(reading) ? 'closed' : 'open'
    }
    case 'what':
      if (has('product') && LOOKS_LIKE.test(sentence)) return 'draft'
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

/** A text to be changed is a draft, if there is one; a gap to be filled is closed. */
function kindOfRewriting(main: Cue, { parts, has }: SentenceReading): QuestionKind {
  if (parts.hasBlank) return 'closed'
  const isGiven = parts.hasMaterial || parts.givenWords !== null || has('material', 'product')
  return isGiven || main.isFinal ? 'draft' : 'open'
}

/** Whether a word or a term is translated, and no text. */
function isTermTranslated({ parts, has, sentence }: SentenceReading): boolean {
  if (has('material')) return false
  if (parts.quotedWords !== null) return parts.quotedWords <= 2 && !parts.hasMaterial
  if (parts.givenWords !== null) return parts.givenWords === 1
  return has('singleWord') && wordsIn(sentence) <= WORDS_OF_TRANSLATION
}

/** Something is to be calculated or found: closed if there is something to calculate with, or one thing to find. */
function kindOfTask(main: Cue, reading: SentenceReading): QuestionKind {
  const { parts, has, cues } = reading
  const isExplained = has('reasoned') || cues.some(({ name, at }) => name === 'explain' && at > main.at)
  if (isExplained || asksAgain(main, reading)) return 'open'
  if (parts.hasOptions || parts.hasBlank) return 'closed'
  if (has('product') || (parts.hasCode && !parts.hasDigits)) return 'draft'
  if (has('openNoun')) return 'open'
  return parts.hasDigits || has('attribute', 'superlative') ? 'closed' : 'open'
}
