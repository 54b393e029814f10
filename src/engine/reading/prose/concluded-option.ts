import { matchAt } from '../../../language/quantity/index.ts'
import { endsWith, letterAt, opensWith } from './option-letter.ts'

const BEFORE_LETTER =
  /(?<![\p{L}\p{N}])(?=(?:(?:option|choice|answer|statement|alternative) )?\(?[A-P](?![\p{L}\p{N}'’]))/giu
const IS_RIGHT =
  /\s?(?:[^.\n]{0,100}?)\b(?:is|are|seems|appears|would be|must be|should be)\s(?:(?:to be|the|most|likely|therefore|thus|indeed|only|single|our|my)\s){0,4}(?:correct|right|best|closest|nearest|answer|appropriate|accurate|suitable|true)\b/iy
const LEADS_TO =
  /(?:\b(?:choose|chose|select|selected|pick|go with|opt for|corresponds? (?:to|with)|match(?:es)?|matching|closest to|choosing|selecting|leaves|points? to|makes it|consistent with|supports?|is|are|be|as|with|in|by|so|therefore|thus|hence),?|:)\s*(?:the\s)?$/i
const GOES_ON = /,?\s*(?:,|\band\b|\bor\b|&)\s*(?:option )?\(?([A-P])\)?(?![\p{L}\p{N}'’])/uy
const DENIES =
  /(?:\b(?:not|cannot|never|neither|nor|except|than|excludes?|eliminates?|rules? out)|n['’]t)\s+(?:be\s+)?(?:the\s)?$/i
const IS_WRONG =
  /^[^.]{0,20}?\b(?:is|are|was|would be|seems|can|does)\b[^.]{0,40}?(?:\b(?:incorrect|wrong|not|false|inaccurate|eliminated|excluded|ruled out|unlikely)\b|n['’]t\b)/i
const DENIED = /\b(?:not|never|neither|incorrect|wrong)\b|n['’]t\b/i

/** The options that a sentence names as right ones by their letters. */
export function optionsNamedIn(sentence: string, options: Map<string, string>): Set<string> {
  const named = new Set<string>()
  for (const { index } of sentence.matchAll(BEFORE_LETTER)) {
    const mark = letterAt(sentence, index, options)
    if (mark && isNamed(sentence, { start: index, ...mark }, options.get(mark.letter) ?? ''))
      for (const letter of [mark.letter, ...nextLetter(sentence, mark.end, options)]) named.add(letter)
  }
  return named
}

/** Another letter that a list goes on with: “A and B”. */
function nextLetter(sentence: string, end: number, options: Map<string, string>): string[] {
  const letter = matchAt(GOES_ON, sentence, end)?.[1] ?? ''
  return options.has(letter) ? [letter] : []
}

function isNamed(sentence: string, { start, end }: { start: number; end: number }, option: string): boolean {
  const [head, tail] = [sentence.slice(0, start), sentence.slice(end)]
  const right = matchAt(IS_RIGHT, sentence, end)
  if (right) return !DENIED.test(right[0])
  if (DENIES.test(head) || IS_WRONG.test(tail)) return false
  if (head.endsWith('(') && tail.startsWith(')') && end - start > 1) return true
  return (
    opensWith(tail, option) || endsWith(head, option) || !/[\p{L}\p{N}]/u.test(head) || LEADS_TO.test(head)
  )
}
