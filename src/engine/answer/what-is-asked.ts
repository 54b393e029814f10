const WHEN = /^\s*(?:when|(?:in |on )?(?:what|which) (?:year|date|day|month))\b/i
const LIST = /\b(?:which|what) (?:are|were)\b|\b(?:list|name|enumerate)\b/i
const YES_OR_NO =
  /^\s*(?:is|are|was|were|am|does|do|did|has|have|had|can|could|will|would|should|shall|may|must|true or false)\b|\btrue or false\b|\byes or no\b|\b(?:yes\/no|true\/false)\b/i
const HOW_MANY =
  /\bhow (?:many|much|long|far|old|tall|high|deep|wide|fast|heavy|large|big)\b|\b(?:calculate|compute|evaluate)\b/i
const MEASURE =
  /\b(?:what|find|determine|give)\b[^.?!]{0,60}\b(?:number|total|sum|amount|cost|price|percentage|percent|probability|average|area|volume|length|width|distance|speed|quotient|remainder|perimeter|weight|height|profit|salary|temperature)\b/i
// Things have values and differences without numbers, too.
const MEASURE_OF_NUMBERS =
  /\b(?:what|find|determine|give)\b[^.?!]{0,60}\b(?:value|difference|product|age|rate)\b/i
const LONGEST_LOOK = 4_000

/** Whether a question asks for a time. */
export function asksWhen(query: string): boolean {
  return WHEN.test(query)
}

/** Whether a question asks for several things. */
export function asksForList(query: string): boolean {
  return LIST.test(query)
}

/** Whether a question is to be answered with yes or no. */
export function asksYesOrNo(query: string): boolean {
  return YES_OR_NO.test(query)
}

/** Whether a question asks for a number, with or without a unit. */
export function asksForNumber(query: string): boolean {
  const end = query.slice(-LONGEST_LOOK)
  return HOW_MANY.test(end) || MEASURE.test(end) || (/\d/.test(end) && MEASURE_OF_NUMBERS.test(end))
}
