import type { QuestionKind } from '../../../../contract/question-kind.ts'
import { type Cue, type CueName, findCues } from '../../../../language/question/cues/find-cues.ts'
import { type RequestParts, SHORT_QUOTATION } from './request-parts.ts'

/** Cues that open a request: the first of them says what is asked for. */
const MAIN = new Set<CueName>([
  ...(['write', 'make', 'rewrite', 'translate', 'summarise'] as const),
  ...(['why', 'explain', 'define', 'what'] as const),
  ...(['which', 'whoIs', 'yesNo', 'compute', 'list', 'sayIn'] as const),
])
const DRAFTING = new Set<CueName>(['write', 'make', 'rewrite', 'translate', 'summarise'])
/** Only at the beginning of a sentence do these ask for something. */
const OPENING_ONLY = new Set<CueName>(['yesNo', 'compute', 'list', 'make', 'rewrite', 'write', 'summarise'])
/** Words that also begin a relative clause. */
const RELATIVE = new Set<CueName>(['which', 'what', 'define', 'whoIs'])
const ARITHMETIC =
  /\d\s*[+*×x·÷/^%−-]\s*\d|√|\d\s*%|\d!|[a-z]\^\d|\d[a-z]\b.*=|\b\d+(?:\.\d+)? (?:and|from|or|und|et|y|e|en|i|и|ve|to the|mod) \d/
const CONVERSION =
  /\d ?(?:feet|foot|ft|inch|inches|miles?|yards?|pounds?|lbs?|ounces?|oz|cups?|gallons?|pints?|kg|g|km|m|cm|mm|l|ml|liters?|litres?|meters?|metres?|degrees|°[cf]|celsius|fahrenheit|usd|eur|euros?|dollars?|hours?|minutes?|seconds?|days?|weeks?|mb|gb|tb|kb) (?:in|to|into) /
const QUESTION_MARK = /[?？؟]\W*$/
const BLANK = /_{2,}|…\s*$|\.\.\.\s*$/
const HEAD_DISTANCE = 26
const TAIL_DISTANCE = 6
const OPENING_WORDS = 3

/** What one sentence asks for; null if it asks for nothing. `alone`: it is the whole request, so keywords count. */
export function kindOfSentence(
  sentence: string,
  parts: RequestParts,
  { alone, given }: { alone: boolean; given: boolean },
): QuestionKind | null {
  const cues = findCues(sentence, parts.languages)
  const isQuestion = QUESTION_MARK.test(sentence)
  const start = openingEnd(sentence, cues)
  const main = mainCue({ cues, sentence, start, isQuestion })
  const asks = isQuestion || (main !== undefined && (main.isFinal || opens(main, sentence, start))) || alone
  if (!asks) return null
  const reading = { sentence, parts, cues, has: (name: CueName) => cues.some((cue) => cue.name === name) }
  if (main === undefined) {
    if (given) return null
    const named = !isQuestion || start > 0 || alone ? byNouns(reading, alone) : null
    return named ?? (isQuestion && start === 0 ? kindOfYesNo(reading) : null)
  }
  return kindOfMain(main, reading)
}

interface Reading {
  sentence: string
  parts: RequestParts
  cues: Cue[]
  has(name: CueName): boolean
}

/** Where the words of politeness at the beginning of a sentence end. */
function openingEnd(sentence: string, cues: Cue[]): number {
  let end = 0
  for (const cue of cues)
    if (cue.name === 'polite' && wordsIn(sentence.slice(end, cue.at)) <= 1) end = Math.max(end, cue.end)
  return end
}

function opens(cue: Cue, sentence: string, start: number): boolean {
  return cue.at < start || wordsIn(sentence.slice(start, cue.at)) < OPENING_WORDS
}

interface Opening {
  cues: Cue[]
  sentence: string
  start: number
  isQuestion: boolean
}

/** The cue that says what a sentence asks for; undefined if only the things it names can. */
function mainCue({ cues, sentence, start, isQuestion }: Opening): Cue | undefined {
  const last = cues.findLast((cue) => cue.isFinal)
  if (last !== undefined) return last
  const wordsBefore = (cue: Cue) => wordsIn(sentence.slice(cue.at >= start ? start : 0, cue.at))
  const fits = (cue: Cue) =>
    MAIN.has(cue.name) &&
    (!OPENING_ONLY.has(cue.name) ||
      wordsBefore(cue) === 0 ||
      (DRAFTING.has(cue.name) && (start > 0 || wordsBefore(cue) < OPENING_WORDS)))
  const first = cues.find(fits)
  if (first === undefined) return undefined
  // “A limerick about a cat who codes”: what comes first is asked for, and “who” asks nothing.
  const noun = cues.find(({ name }) => name === 'product' || name === 'openNoun')
  if (!isQuestion && RELATIVE.has(first.name) && noun !== undefined && noun.at < first.at) return undefined
  // Of several meanings of one word, the one that asks for a text counts.
  return cues.find((cue) => cue.at === first.at && fits(cue) && DRAFTING.has(cue.name)) ?? first
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}'-]+/gu)?.length ?? 0
}

function kindOfMain(main: Cue, reading: Reading): QuestionKind {
  const { parts, has, cues } = reading
  const isLater = (names: CueName[]) => cues.some((cue) => cue.at > main.at && names.includes(cue.name))
  switch (main.name) {
    case 'write':
      return (has('numeralForm') && parts.hasDigits) || (has('numeralForm') && !has('product'))
        ? 'closed'
        : 'draft'
    case 'make':
      return 'draft'
    case 'rewrite':
      return parts.hasMaterial ||
        parts.givenWords !== null ||
        has('material') ||
        has('product') ||
        main.isFinal
        ? 'draft'
        : 'open'
    case 'translate':
      return isTerm(reading) ? 'closed' : 'draft'
    case 'summarise':
      return parts.hasMaterial || has('material') ? 'draft' : 'open'
    case 'sayIn':
      return parts.givenWords !== null && parts.givenWords > 3
        ? 'draft'
        : isLater(['advice'])
          ? 'open'
          : 'closed'
    case 'why':
    case 'explain':
      return 'open'
    case 'compute':
      return kindOfTask(main, reading)
    case 'list':
      return isOpenMatter(reading) ||
        !(has('attribute') || has('superlative') || parts.hasDigits || isCounted(reading))
        ? 'open'
        : 'closed'
    case 'what':
      return isOpenMatter(reading) || !has('outcome') ? 'open' : 'closed'
    case 'define':
      return kindOfDefinition(main, reading)
    case 'whoIs':
      return has('why') || has('explain') || has('advice') || !(has('attribute') || has('superlative'))
        ? 'open'
        : 'closed'
    case 'which':
      return isOpenMatter(reading) ? 'open' : 'closed'
    default:
      return kindOfYesNo(reading)
  }
}

/** Whether a reason, an explanation, a judgement or something that takes explaining is asked for as well. */
function isOpenMatter({ has }: Reading): boolean {
  return has('why') || has('explain') || has('advice') || has('openNoun')
}

function isTerm({ parts, has, sentence }: Reading): boolean {
  if (parts.givenWords !== null) return parts.givenWords <= (has('singleWord') ? 3 : 2) && !has('material')
  return has('singleWord') && !sentence.includes('qqlong')
}

function isCounted({ sentence }: Reading): boolean {
  return /\b(?:all|two|three|four|five|six|seven|eight|nine|ten|twelve|both)\b/.test(sentence)
}

function kindOfTask(main: Cue, { parts, has, sentence, cues }: Reading): QuestionKind {
  if (has('why') || cues.some((cue) => cue.name === 'explain' && cue.at > main.at)) return 'open'
  if (has('product') || (parts.hasCode && !parts.hasDigits)) return 'draft'
  if (BLANK.test(parts.text)) return 'closed'
  if (parts.hasDigits && !has('openNoun')) return 'closed'
  return (has('attribute') || has('superlative') || parts.hasOptions) &&
    !has('openNoun') &&
    !sentence.includes('qqlong')
    ? 'closed'
    : 'open'
}

function kindOfDefinition(main: Cue, reading: Reading): QuestionKind {
  const { sentence, cues, has, parts } = reading
  if (has('why') || has('explain') || has('advice')) return 'open'
  if (ARITHMETIC.test(sentence) || CONVERSION.test(sentence)) return 'closed'
  if (has('openNoun')) return 'open'
  if (has('outcome')) return 'closed'
  const isHead = (cue: Cue) =>
    (cue.name === 'attribute' || cue.name === 'superlative') &&
    ((cue.at >= main.end && cue.at - main.end <= HEAD_DISTANCE) ||
      (main.at >= cue.end && main.at - cue.end <= TAIL_DISTANCE) ||
      sentence.slice(cue.end).replace(/\W+$/, '') === '')
  if (cues.some(isHead)) return 'closed'
  // A word problem: the numbers stand before the question.
  if ((parts.text.replace(sentence, '').match(/\d+/g)?.length ?? 0) >= 2 && !parts.hasCode) return 'closed'
  return has('which') && !parts.hasCode ? 'closed' : 'open'
}

function kindOfYesNo(reading: Reading): QuestionKind {
  const { has, parts, sentence } = reading
  if (ARITHMETIC.test(sentence) && wordsIn(sentence.replace(/\d+/g, '')) <= 2) return 'closed'
  if (isOpenMatter(reading)) return 'open'
  return has('fact') || (parts.hasDigits && !parts.hasCode) ? 'closed' : 'open'
}

/** A request without a verb or question word is read by the first thing it names. */
function byNouns({ sentence, cues, has, parts }: Reading, alone: boolean): QuestionKind | null {
  const noun = cues.find(({ name }) =>
    ['product', 'openNoun', 'attribute', 'superlative', 'explain'].includes(name),
  )
  if (noun?.name === 'product') return alone || has('polite') ? 'draft' : null
  if (noun?.name === 'openNoun' || noun?.name === 'explain' || has('openNoun')) return 'open'
  if (has('advice') && !has('polite')) return alone ? 'open' : null
  if (ARITHMETIC.test(sentence) && !parts.hasCode) return 'closed'
  if (BLANK.test(sentence)) return 'closed'
  if (noun !== undefined) return alone || has('polite') ? 'closed' : null
  return sentence.includes(SHORT_QUOTATION) && has('sayIn') ? 'closed' : null
}
