import type { Cue, CueName } from '../../../../language/question/cues/find-cues.ts'
import type { RequestParts } from './request-parts.ts'

/** A sentence with what its words say. */
export interface SentenceReading {
  /** Folded. */
  sentence: string
  parts: RequestParts
  cues: Cue[]
  /** Whether it contains one of the cues. */
  has(...names: CueName[]): boolean
}

const ARITHMETIC =
  /\d\s?[+*×·÷/^−-]\s?\d|√|\d\s?%|\d!|[a-z]\^\d|\d[a-z]\s?[=+-]|\b\d+(?:\.\d+)? (?:and|from|or|und|et|y|e|en|i|и|ve|mod|x) \d/
const CONVERSION =
  /\d ?(?:feet|foot|ft|inch|inches|miles?|yards?|pounds?|lbs?|ounces?|oz|cups?|gallons?|pints?|kg|g|km|m|cm|mm|l|ml|liters?|litres?|meters?|metres?|degrees|°[cf]|celsius|fahrenheit|usd|eur|euros?|dollars?|hours?|minutes?|seconds?|days?|weeks?|mb|gb|tb|kb) (?:in|to|into) /

/** Whether a sentence contains a sum, or a quantity to convert. */
export function isCalculation(sentence: string): boolean {
  return ARITHMETIC.test(sentence) || CONVERSION.test(sentence)
}

/** Whether a sentence ends in a question mark. */
export function isQuestion(sentence: string): boolean {
  return /[?？؟]\W{0,3}$/.test(sentence)
}

/** How many numbers a text contains; 1.5 and 10:30 are one each. */
export function numbersIn(text: string): number {
  return text.match(/\d+(?:[.,:]\d+)*/g)?.length ?? 0
}

/** How many words a text contains. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}'-]+/gu)?.length ?? 0
}

const WORDS_OF_SHORT_TURN = 8

/** Whether a turn of a conversation is so short that it may refer to the one before it. */
export function mayReferBack(turn: string): boolean {
  return wordsIn(turn) <= WORDS_OF_SHORT_TURN
}

/** Whether a reason, an explanation, a judgement or something that takes explaining is asked for as well. */
export function isOpenMatter({ has }: SentenceReading): boolean {
  return has('why', 'explain', 'advice', 'should', 'openNoun')
}

/** Whether a reason is asked for behind the question word: “who won, and why?” */
export function asksAgain(main: Cue, { cues, sentence }: SentenceReading): boolean {
  return cues.some(
    ({ name, at }) =>
      at > main.at &&
      (name === 'reasoned' || (name === 'why' && /[,;&]|\band\b/.test(sentence.slice(main.end, at)))),
  )
}

/** Whether a sum is asked for: numbers are given before the question, and neither a reason nor advice is wanted. */
export function isSumAsked(main: Cue, { sentence, has, parts }: SentenceReading): boolean {
  const before = parts.text.slice(0, parts.text.indexOf(sentence) + main.at)
  const isOpen = parts.hasCode || has('why', 'explain', 'openNoun') || (has('should') && !has('attribute'))
  return numbersIn(before) >= 2 && !isOpen
}
