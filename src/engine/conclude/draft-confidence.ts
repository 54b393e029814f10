export function draftProbability(_: unknown, { similarity }: { similarity: number[] }): number {
  return similarity.reduce((a, b) => a + b, 0) / (similarity.length || 1)
}
