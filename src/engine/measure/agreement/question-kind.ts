/** What kind of thing a question asks for, as far as its words tell. */
export const QUESTION_KINDS = ['time', 'number', 'person', 'place', 'other'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

const TIME = /^\s*(?:when|(?:in |on )?(?:what|which) (?:year|date|day|month))\b|\bwhat year\b/i
const NUMBER =
  /\bhow (?:many|much|old|long|far|big|tall|high|deep|fast|often)\b|\b(?:what|which) (?:number|percent)/i
const PERSON = /\bwho(?:se|m)?\b|\b(?:what|which) (?:actor|actress|singer|author|artist|president)\b/i
const PLACE = /\bwhere\b|\b(?:what|which) (?:country|city|state|town|continent)\b/i

/** The kind of thing a question asks for. */
export function questionKind(query: string): QuestionKind {
  if (TIME.test(query)) return 'time'
  if (NUMBER.test(query)) return 'number'
  if (PERSON.test(query)) return 'person'
  return PLACE.test(query) ? 'place' : 'other'
}
