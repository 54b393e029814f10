import type { QuestionKind } from '../../../../contract/question-kind.ts'
import { type Cue, type CueName, findCues } from '../../../../language/question/cues/find-cues.ts'
import { IN_PLACE, mainCue, openingEnd, wordsIn } from './main-cue.ts'
import type { RequestParts, RequestSentence } from './request-parts.ts'

const ARITHMETIC =
  /\d\s*[+*×·÷/^−-]\s*\d|√|\d\s*%|\d!|[a-z]\^\d|\d[a-z]\b.*=|\b\d+(?:\.\d+)? (?:and|from|or|und|et|y|e|en|i|и|ve|mod|x) \d/
const CONVERSION =
  /\d ?(?:feet|foot|ft|inch|inches|miles?|yards?|pounds?|lbs?|ounces?|oz|cups?|gallons?|pints?|kg|g|km|m|cm|mm|l|ml|liters?|litres?|meters?|metres?|degrees|°[cf]|celsius|fahrenheit|usd|eur|euros?|dollars?|hours?|minutes?|seconds?|days?|weeks?|mb|gb|tb|kb) (?:in|to|into) /
const QUESTION_MARK = /[?？؟]\W*$/
/** How long the text is to be. */
const LENGTH =
  /\d+[- ](?:words?|characters|wort\p{L}*|worter\p{L}*|zeichen|mots|palabras|parole|palavras|woorden|slow|слов|символов|kelime\p{L}*|كلمة)|\d+ ?(?:단어|자|字|文字)/u
const LOOKS_LIKE = /\blooks? like\b|\bsound like\b/
/** A programming language before a colon: what follows is to be programmed. */
const LABEL =
  /^(?:python|javascript|js|typescript|ts|java|c\+\+|c#|rust|go|golang|php|ruby|kotlin|swift|sql|bash|shell|powershell|regex|excel|html|css|latex|r|vba|awk|sed) ?:/
const BLANK = /(?<!\w)_{2,}(?!\w)/
/** “Answer with A, B or C.” */
const LETTERS =
  /(?<![\p{L}\p{N}])a, ?b(?:, ?[c-f])*,? (?:or|oder|ou|o|of|lub|или|або|veya|eller) [b-f](?![\p{L}\p{N}])/u
const COUNTED = /\b(?:all|two|three|four|five|six|seven|eight|nine|ten|twelve|both)\b/
/** How far behind or before the question word the thing may stand that is asked for. */
const HEAD_DISTANCE = 26
const TAIL_DISTANCE = 6
const WORDS_OF_NAME = 4
const WORDS_OF_LABEL = 6
const WORDS_OF_CHOICE = 14

/** A sentence with what its words say. */
interface Reading {
  sentence: string
  parts: RequestParts
  cues: Cue[]
  /** Whether it contains one of the cues. */
  has(...names: CueName[]): boolean
}

/** What one sentence asks for, and whether a reason is wanted as well. */
export interface Asking {
  kind: QuestionKind | null
  isReasoned: boolean
  /** It says that the answer is one word, or yes or no. */
  isShort: boolean
  /** It says that only the code or the text is wanted. */
  isProduct: boolean
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
  return {
    kind: kindOfSentence({ sentence, parts, cues, has }, place),
    isReasoned: has('reasoned'),
    isShort: has('shortAnswer', 'yesOrNo') || LETTERS.test(sentence),
    isProduct: has('onlyCode'),
  }
}

function kindOfSentence(reading: Reading, { alone, given }: Place): QuestionKind | null {
  const { sentence, cues, has } = reading
  const isQuestion = QUESTION_MARK.test(sentence)
  const main = mainCue({ cues, sentence, isQuestion, alone, isLong: reading.parts.isLong })
  if (main !== undefined) return kindOfMain(main, reading)
  if (
    /[:：]$/.test(sentence) &&
    has('product') &&
    wordsIn(sentence) >= 2 &&
    wordsIn(sentence) <= WORDS_OF_LABEL
  )
    return 'draft'
  if (given || !(alone || isQuestion || openingEnd(sentence, cues) > 0)) return null
  const isRequest = openingEnd(sentence, cues) > 0
  const named =
    !isQuestion || isRequest || alone ? byNouns(reading, { alone, isRequest: alone || isRequest }) : null
  return named ?? (isQuestion && !isRequest ? kindOfYesNo(reading) : null)
}

function kindOfMain(main: Cue, reading: Reading): QuestionKind {
  const { parts, has, sentence } = reading
  switch (main.name) {
    case 'write':
      return has('numeralForm') && (parts.hasDigits || !has('product')) ? 'closed' : 'draft'
    case 'make':
      return 'draft'
    case 'classify':
      return has('reasoned') || asksAgain(main, reading) ? 'open' : has('openNoun') ? 'open' : 'closed'
    case 'suggest':
      return has('product') ? 'draft' : 'open'
    case 'rewrite':
      if (parts.hasBlank) return 'closed'
      return parts.hasMaterial || parts.givenWords !== null || has('material', 'product') || main.isFinal
        ? 'draft'
        : 'open'
    case 'translate':
      return isTerm(reading) ? 'closed' : 'draft'
    case 'summarise':
      return parts.hasMaterial || has('material') ? 'draft' : 'open'
    case 'sayIn':
      return (parts.givenWords ?? 1) > 2 ? 'draft' : has('should') ? 'open' : 'closed'
    case 'why':
    case 'explain':
      return (parts.givenWords ?? 0) > 3 && LENGTH.test(sentence) ? 'draft' : 'open'
    case 'compute':
      return kindOfTask(main, reading)
    case 'list': {
      const isKnown = has('attribute', 'superlative') || parts.hasDigits || COUNTED.test(sentence)
      return isKnown && !isOpenMatter(reading) ? 'closed' : 'open'
    }
    case 'what':
      if (isSumAsked(main, reading)) return 'closed'
      if (has('product') && LOOKS_LIKE.test(sentence)) return 'draft'
      if (isOpenMatter(reading)) return 'open'
      return has('outcome') || (asksWhichThing(main, sentence) && !parts.isPersonal) ? 'closed' : 'open'
    case 'define':
      return kindOfDefinition(main, reading)
    case 'whoIs':
      return isPortrait(main, reading) ? 'open' : 'closed'
    case 'whoOrWhen':
      return has('explain', 'should') || asksAgain(main, reading) ? 'open' : 'closed'
    case 'howMany':
      if (asksAgain(main, reading)) return 'open'
      return (has('should') || parts.isPersonal) && numbersIn(parts.text) < 2 ? 'open' : 'closed'
    case 'which':
      return isOpenMatter(reading) ? 'open' : 'closed'
    default:
      return kindOfYesNo(reading)
  }
}

/** Whether a reason, an explanation, a judgement or something that takes explaining is asked for as well. */
function isOpenMatter({ has }: Reading): boolean {
  return has('why', 'explain', 'advice', 'should', 'openNoun')
}

/** Whether “why” or “explain” follows the question word: “who won, and why?” */
function asksAgain(main: Cue, { cues, sentence }: Reading): boolean {
  return cues.some(
    ({ name, at }) =>
      at > main.at &&
      (name === 'reasoned' || (name === 'why' && /[,;&]|\band\b/.test(sentence.slice(main.end, at)))),
  )
}

/** The numbers outside a sentence, which make it the question of a word problem. */
function numbersBeside({ parts, sentence }: Reading): number {
  return numbersIn(parts.text.replace(sentence, ''))
}

function numbersIn(text: string): number {
  return text.match(/\d+(?:[.,:]\d+)*/g)?.length ?? 0
}

function isTerm({ parts, has, sentence }: Reading): boolean {
  if (has('material')) return false
  if (parts.quotedWords !== null) return parts.quotedWords <= 2 && !parts.hasMaterial
  if (parts.givenWords !== null) return parts.givenWords === 1
  return has('singleWord') && wordsIn(sentence) <= 8
}

/** “What episode …”, “what flag …”: the thing after “what” is asked for, if it is one thing. */
function asksWhichThing(main: Cue, sentence: string): boolean {
  const next =
    /^ ([a-z]{3,}) (?:\w+ )?(?:is|are|was|were|did|does|do|has|have|had|can|will|comes?|plays?|won|uses?|means?) /.exec(
      sentence.slice(main.end),
    )?.[1]
  return sentence.slice(main.at, main.end) === 'what' && next !== undefined && !NOT_A_THING.test(next)
}

const NOT_A_THING =
  /^(?:is|are|was|were|does|did|can|could|should|would|will|might|may|must|has|have|had|the|this|these|that|those|you|they|she|her|his|its|our|your|their|happens?|happened|makes?|made|causes?|caused|led|about|else|exactly|for|when|are|kinds?|makes|goes|went|going|really|other|some|more|makes|matters?|works?|wrong|\w*(?:s|ed|ing|ly))$/

function kindOfTask(main: Cue, reading: Reading): QuestionKind {
  const { parts, has, cues } = reading
  if (cues.some(({ name, at }) => name === 'reasoned' || (name === 'explain' && at > main.at))) return 'open'
  if (asksAgain(main, reading)) return 'open'
  if (parts.hasOptions || parts.hasBlank) return 'closed'
  if (has('product') || (parts.hasCode && !parts.hasDigits)) return 'draft'
  if (has('openNoun')) return 'open'
  return parts.hasDigits || has('attribute', 'superlative') ? 'closed' : 'open'
}

/** Whether a sum is asked for: numbers are given before the question, and neither a reason nor advice is wanted. */
function isSumAsked(main: Cue, { sentence, has, parts }: Reading): boolean {
  const before = parts.text.slice(0, parts.text.indexOf(sentence) + main.at)
  const isOpen = parts.hasCode || has('why', 'explain', 'openNoun') || (has('should') && !has('attribute'))
  return numbersIn(before) >= 2 && !isOpen
}

function kindOfDefinition(main: Cue, reading: Reading): QuestionKind {
  const { sentence, cues, has, parts } = reading
  if (isSumAsked(main, reading)) return 'closed'
  if (has('why', 'explain', 'should')) return 'open'
  if (ARITHMETIC.test(sentence) || CONVERSION.test(sentence)) return 'closed'
  const isHead = ({ at, end }: Cue) =>
    (at >= main.end && at - main.end <= HEAD_DISTANCE) ||
    (main.at >= end && main.at - end <= TAIL_DISTANCE) ||
    !/\w/.test(sentence.slice(end))
  const isBare = ({ at, end }: Cue) =>
    at >= main.end && at - main.end <= 1 && !/[\p{L}\d]/u.test(sentence.slice(end))
  const head = cues.find(
    (cue) =>
      (cue.name === 'attribute' || cue.name === 'superlative' || cue.name === 'openNoun') && isHead(cue),
  )
  // “What is probability?” asks for a definition.
  if (head !== undefined && isBare(head)) return 'open'
  if (has('outcome') && head?.name !== 'openNoun') return 'closed'
  if (has('openNoun', 'advice')) return 'open'
  if (head !== undefined) return 'closed'
  if (parts.hasCode) return 'open'
  if (
    COUNTED.test(sentence.slice(main.end, main.end + HEAD_DISTANCE / 2)) ||
    /^ ?\d+ /.test(sentence.slice(main.end))
  )
    return 'closed'
  return (IN_PLACE.has(main.language) && has('whoOrWhen', 'howMany', 'which')) || numbersBeside(reading) >= 2
    ? 'closed'
    : 'open'
}

/** Whether “who is” is followed by a name, so that a portrait is asked for, and not the name. */
function isPortrait(main: Cue, reading: Reading): boolean {
  const { sentence, has } = reading
  if (has('why', 'explain', 'should') || asksAgain(main, reading)) return true
  // “With whom are the keys?”
  if (main.at > 0 && /\p{L} $/u.test(sentence.slice(0, main.at)) && wordsIn(sentence.slice(0, main.at)) <= 1)
    return false
  if (has('attribute', 'superlative')) return false
  return wordsIn(sentence.slice(main.end)) <= WORDS_OF_NAME
}

function kindOfYesNo(reading: Reading): QuestionKind {
  const { has, parts, sentence } = reading
  if (ARITHMETIC.test(sentence) && wordsIn(sentence.replace(/\d+/g, '')) <= 2) return 'closed'
  // “Is it ‘affect’ or ‘effect’?”
  if (parts.shortQuotations >= 2 && wordsIn(sentence) <= WORDS_OF_CHOICE && !has('openNoun', 'explain'))
    return 'closed'
  if (isOpenMatter(reading) || parts.isLong) return 'open'
  const isFact = reading.cues.some(({ name, at }) => name === 'fact' && at > 0)
  return isFact ? 'closed' : 'open'
}

/** A request without a verb or question word is read by the first thing it names. */
function byNouns(
  { sentence, cues, has, parts }: Reading,
  { alone, isRequest }: { alone: boolean; isRequest: boolean },
): QuestionKind | null {
  const nouns: CueName[] = ['product', 'openNoun', 'attribute', 'explain', 'summarise']
  const noun = cues.find(({ name }) => nouns.includes(name))
  if (LABEL.test(sentence)) return 'draft'
  if (noun?.name === 'product') return isRequest ? 'draft' : null
  if (noun?.name === 'summarise' && isRequest) return parts.hasMaterial ? 'draft' : 'open'
  if (has('openNoun', 'explain', 'why')) return 'open'
  if (has('advice', 'should')) return alone ? 'open' : null
  if (!parts.hasCode && (ARITHMETIC.test(sentence) || CONVERSION.test(sentence))) return 'closed'
  if (BLANK.test(sentence)) return 'closed'
  const isSuperlative = cues.some(
    ({ name, at }) => name === 'superlative' && wordsIn(sentence.slice(0, at)) <= 2,
  )
  return isRequest && !parts.isLong && (noun !== undefined || isSuperlative) ? 'closed' : null
}
