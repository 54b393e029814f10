const anyOf = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'i')

/** Manners and disclaimers that stand before an answer. */
const OPENS = anyOf(
  "^(?:i(?:'m| am) (?:very |so )?sorry|sorry|(?:my )?apologies|i apologi[sz]e|unfortunately)\\b[^.]{0,30}$",
  "^(?:i(?:'m| am) (?:very |so )?sorry,? (?:but )?)?(?:as|i(?:'m| am)) an? (?:ai|artificial intelligence|(?:large )?language model)\\b[^.]*(?:\\b(?:not|cannot|no|never|unable)\\b|n't\\b)",
  "^i (?:do not|don't) have (?:access to|personal|the ability|real-time|real time|current|up-to-date)",
  '^my (?:knowledge|training|information)(?: \\w+)? (?:is|was|cutoff|cut-off|only)',
  '^(?:hello|hi|hey|greetings|good (?:morning|afternoon|evening))\\b[^.]{0,40}$',
  "^(?:sure|certainly|of course|absolutely|great question|good question|okay|ok)\\b(?:[!,.: ]|$)(?:here(?:'s| is| are)\\b[^.]{0,60}|[^.]{0,20})?$",
  "^(?:i can|i could|i'd be happy to|i would be happy to) (?:provide|help|assist|answer|give|offer|try)\\b[^.]{0,50}$",
)

/** Offers and courtesies that stand behind an answer. */
const CLOSES = anyOf(
  '^(?:is there anything else|(?:i )?hope (?:this|that|it)|(?:please )?let me know|(?:please )?feel free|would you like|do you (?:want|have any|need)|if you (?:have|need|want|would like)|thank you for|happy to help)\\b',
)

/** Advice and questions back, in place of an answer. */
const ADVISES = anyOf(
  '^(?:please|kindly|you (?:can|may|could|might|should|would)|i (?:would |strongly )?(?:recommend|suggest|advise)|it is (?:recommended|advisable|important)|try|(?:could|can|would) you|are you|what would)\\b',
  '^to (?:find|get|answer|determine|obtain)\\b[^,]{0,80}, (?:you|one|i would|please|we would)',
  '^for (?:the most|more|further|a specific)\\b',
)

/** Whether a clause only leads up to an answer. */
export function opensIdly(clause: string): boolean {
  return OPENS.test(clause)
}

/** Whether a sentence only follows an answer. */
export function closesIdly(clause: string): boolean {
  return CLOSES.test(clause)
}

/** Whether a clause carries nothing of an answer. */
export function isIdle(clause: string): boolean {
  return OPENS.test(clause) || CLOSES.test(clause) || ADVISES.test(clause)
}
