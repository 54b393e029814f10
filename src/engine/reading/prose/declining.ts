import { sentencesOf } from '../../../language/sentences.ts'
import { isIdle } from './idle-clauses.ts'

const NOT = "(?:not|n't)"
const SOURCE =
  '(?:question|problem|prompt|text|context|passage|information|data|statement|article|document|search results?|sources?|options?)'
const KNOWING =
  '(?:know|answer|find|determine|provide|give|tell|say|access|locate|verify|confirm|identify|help|assist|calculate|be (?:sure|certain|determined|answered|found|known)|have)'
const patterns = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'i')

/** A clause that gives no answer and says so. */
const REFUSES = patterns(
  `\\b(?:i|we|one)(?: am| are|'m|'re| was| were)? (?:\\w+ )?(?:(?:do|did|could|can|would|will)(?: ?${NOT})|cannot|can't) (?:\\w+ly )?(?:be able to )?${KNOWING}\\b(?! any reason)`,
  `\\b(?:i|we)(?: am| are|'m|'re| was| were) (?:${NOT} (?:able to|sure|certain|aware|familiar)|unable to|unsure|uncertain)`,
  '\\bi have no (?:answer|knowledge|information|idea|access|data|record)',
  `\\bthere (?:is|are|was|were|seems to be|appears to be) (?:no|${NOT} (?:any|enough|sufficient))(?: \\w+){0,3} (?:information|data|details?|records?|mention|context|evidence|answer|way to)\\b`,
  `\\b(?:it|this|that|which|the (?:exact |specific |correct )?(?:\\w+ ){0,3}\\w+) (?:is|are|was|remains?) (?:${NOT} (?:clear|specified|known|stated|provided|given|mentioned|available|possible|determined|determinable)|unclear|unknown|unspecified|impossible|ambiguous)\\b`,
  `\\b${SOURCE}(?: \\w+){0,4} (?:does|do|did) ?${NOT} (?:\\w+ly )?(?:specify|provide|give|mention|contain|include|state|say|indicate|tell|allow|offer|have|make sense)`,
  `\\b(?:insufficient|${NOT} enough|not sufficient|more|additional|further) (?:information|data|context|details?)(?: \\w+){0,4}(?: (?:is|are|would be) (?:needed|required|necessary)|$|\\.| (?:to|about|in|on))`,
  `\\b(?:can(?:not|'t| ?${NOT})|could ?${NOT}) be (?:\\w+ly )?(?:determined|answered|found|known|identified|calculated|given|provided)`,
  '\\bunable to (?:determine|answer|provide|find|calculate|solve)\\b',
  '\\bneed (?:more|additional|further) (?:information|context|details?|data)',
  '^(?:unknown|no answer|n/a|not (?:available|specified|known|applicable)|none provided)\\.?$',
)

/** Every refusal denies or misses something. */
const DENIES =
  /n['’]t\b|\b(?:not?|cannot|un\w+|impossible|ambiguous|more|additional|further|insufficient|n\/a)\b/i
const LONGEST_REFUSAL = 1_500
const CLAUSE = /,? (?:but|however|yet|although|so|therefore)[, ]+|; /i

const QUOTED = /["“][^"”]{0,200}["”]/g

/** Whether a text gives no answer: it refuses, and says nothing else to the point. */
export function isDeclining(text: string): boolean {
  if (text.length > LONGEST_REFUSAL || !DENIES.test(text)) return false
  const clauses = clausesOf(text)
  return clauses.some(refuses) && clauses.every((clause) => refuses(clause) || isIdle(clause))
}

/** Whether a text ends with saying that it comes to no answer. */
export function endsDeclining(text: string): boolean {
  return isDeclining(sentencesOf(text.slice(-LONGEST_REFUSAL)).at(-1) ?? '')
}

/** Whether one of the last sentences of a text gives up on the question. */
export function givesUp(text: string): boolean {
  return sentencesOf(text.slice(-LONGEST_REFUSAL)).slice(-3).some(isDeclining)
}

function refuses(clause: string): boolean {
  return REFUSES.test(clause)
}

function clausesOf(text: string): string[] {
  // A title such as “I Can't Help Falling in Love” refuses nothing.
  const plain = text.replaceAll('’', "'").replace(QUOTED, '“…”')
  return sentencesOf(plain)
    .flatMap((sentence) => sentence.split(CLAUSE))
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
}
