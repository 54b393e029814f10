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
