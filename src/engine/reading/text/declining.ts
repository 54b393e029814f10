import { sentencesOf } from '../../../language/words.ts'

/** Polite phrases and disclaimers before an answer. */
const OPENS = new RegExp(
  [
    "(?:i(?:'m| am) (?:very |so )?sorry|sorry|apologies|i apologi[sz]e|unfortunately)\\b[^.]{0,30}$",
    "(?:i(?:'m| am) (?:very |so )?sorry,? (?:but )?)?(?:as|i(?:'m| am)) an? (?:ai|artificial intelligence|(?:large )?language model)\\b[^.]*(?:\\b(?:not|cannot|no|unable)\\b|n't\\b)",
    "i (?:do not|don't) have (?:access to|personal|real-time)",
    '(?:hello|hi|hey)\\b[^.]{0,40}$',
    "(?:sure|certainly|of course|absolutely|(?:great|good) question|okay|ok)\\b(?:[!,.: ]|$)(?:here(?:'s| is| are)\\b[^.]{0,60}|[^.]{0,20})?$",
    "i(?: can| could|'d be happy to) (?:provide|help|assist|answer|give|try)\\b[^.]{0,50}$",
  ]
    .map((courtesy) => `^${courtesy}`)
    .join('|'),
  'i',
)
/** Offers and polite phrases after an answer. */
const CLOSES =
  /^(?:is there anything else|(?:i )?hope (?:this|that|it)|(?:please )?let me know|(?:please )?feel free|would you like|do you (?:want|have any|need)|if you (?:have|need|want|would like)|thank you for)\b/i
/** Whether a clause only introduces an answer, or only follows one. */
export function isCourtesy(clause: string): boolean {
  return OPENS.test(clause) || CLOSES.test(clause)
}

/** A clause that says that it gives no answer. */
const REFUSES = new RegExp(
  [
    // “I do not know”, “we could not find”, “I'm not able to say”
    "\\b(?:i|we|one)(?:'\\w+)?(?: \\w+){0,2}? ?(?:not|n't) (?:\\w+ly )?(?:know|answer|find|determine|provide|give|tell|say|access|locate|verify|confirm|identify|help|assist|calculate|have|be (?:sure|certain|able)|able to|sure|certain|aware|familiar)\\b(?! any reason)",
    "\\b(?:i|we)(?:'\\w+| \\w+)? (?:unable to|unsure|uncertain)\\b|\\bunable to (?:determine|answer|provide|find|calculate|solve)\\b",
    '\\b(?:i have|there (?:is|are|was|were)) (?:no|not (?:any|enough))(?: \\w+){0,3} (?:information|data|details?|records?|mention|context|evidence|answer|way to|idea|knowledge|access)\\b',
    // “The exact number is unknown”, “it is not specified”
    "\\b(?:it|this|that|which|the(?: \\w+){1,5}) (?:is|are|was|remains?) (?:(?:not|n't) (?:clear|specified|known|stated|provided|given|mentioned|available|possible)|unclear|unknown|unspecified|impossible|ambiguous)\\b",
    "\\b(?:question|problem|prompt|text|context|passage|information|data|statement|article|document|results?|sources?|options?)(?: \\w+){0,4} (?:does|do|did) ?(?:not|n't) (?:\\w+ly )?(?:specify|provide|give|mention|contain|include|state|say|indicate|tell|allow|offer|have|make sense)\\b",
    '\\b(?:insufficient|not enough|more|additional|further) (?:information|data|context|details?)(?: \\w+){0,4}(?: (?:needed|required|necessary)|$|\\.| (?:to|about|in|on)\\b)',
    "\\b(?:can(?:not|'t| not)|could ?(?:not|n't)) be (?:\\w+ly )?(?:determined|answered|found|known|identified|calculated|given|provided)\\b",
    '^(?:unknown|n/a|no answer|not (?:available|specified|known|applicable))\\.?$',
  ].join('|'),
  'i',
)
/** Advice and questions in return, instead of an answer. */
const ADVISES =
  /^(?:(?:please|you (?:can|may|could|might|should)|i (?:would )?(?:recommend|suggest)|it is (?:recommended|important)|(?:could|can|would) you|are you|for (?:more|further|a specific))\b|to (?:find|get|answer|determine)\b[^,]{0,80}, (?:you|i would|please)\b)/i
/** Every refusal contains a negation or says that something is missing. */
const DENIES =
  /n['’]t\b|\b(?:not?|cannot|un\w+|impossible|ambiguous|more|additional|further|insufficient|n\/a)\b/i
const LONGEST_REFUSAL = 1_500
const SPEAKS_OF_THE_TASK = /\b(?:assist|help|request|comply|fulfil|an ai|language model)\b/i
const CLAUSE_END = /,? (?:but|however|yet|although|so|therefore)[, ]+|; /i
const QUOTED = /["“][^"”]{0,200}["”]/g

/** Whether a text gives no answer: it refuses, and says nothing else that is relevant. */
export function isDeclining(text: string): boolean {
  if (text.length > LONGEST_REFUSAL || !DENIES.test(text)) return false
  // A title such as “I Can't Help Falling in Love” is not a refusal.
  const plain = text.replaceAll('’', "'").replace(QUOTED, '“…”')
  const clauses = sentencesOf(plain)
    .flatMap((sentence) => sentence.split(CLAUSE_END))
    .filter((clause) => /[\p{L}\p{N}]/u.test(clause))
  const refusals = clauses.filter((clause) => REFUSES.test(clause))
  return (
    refusals.length > 0 &&
    clauses.every((clause) => refusals.includes(clause) || isCourtesy(clause) || ADVISES.test(clause))
  )
}

/** Whether a text refuses what it was asked to do, and not only says that something is not known. */
export function refusesTask(text: string): boolean {
  return SPEAKS_OF_THE_TASK.test(text) && isDeclining(text)
}

/** Whether one of the last sentences of a text gives up on the question. */
export function givesUp(text: string): boolean {
  return sentencesOf(text.slice(-LONGEST_REFUSAL)).slice(-3).some(isDeclining)
}
