/** Pattern for question words, for use in regular expressions. */
export const ASKING = '(?:who|whom|whose|what|when|where|which|why|how)'

/** Pattern for the verbs that open a yes-or-no question, for use in regular expressions. */
export const AUXILIARY =
  '(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|must)'

/** The adjectives that ask for a measurement after “how”: its name, and words that then add nothing. */
export const MEASURES: Readonly<Record<string, [attribute: string, ...redundant: string[]]>> = {
  fast: ['speed', 'travel', 'move', 'go', 'run'],
  quickly: ['speed', 'travel', 'move'],
  tall: ['height', 'stand'],
  high: ['height'],
  deep: ['depth'],
  wide: ['width'],
  thick: ['thickness'],
  heavy: ['weight', 'weigh'],
  old: ['age'],
  far: ['distance', 'away'],
  big: ['size'],
  large: ['size'],
  hot: ['temperature', 'get'],
  cold: ['coldness', 'get'],
  long: ['duration', 'take', 'last'],
  often: ['frequency'],
  expensive: ['price'],
  costly: ['price'],
  loud: ['loudness'],
  strong: ['strength'],
  bright: ['brightness'],
  dense: ['density'],
}
