/** Words that ask for something, as part of an expression. */
export const ASKING = '(?:who|whom|whose|what|when|where|which|why|how)'

/** Verbs that open a question of yes or no, as part of an expression. */
export const AUXILIARY =
  '(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might|must)'

/** “How” with these asks for a measure: which one, and the words that then say nothing more. */
export const MEASURES: Readonly<Record<string, [attribute: string, ...idle: string[]]>> = {
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
