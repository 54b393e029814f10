/**
 * Probabilities of claims, lowered where claims exclude each other: of two that cannot both be true, the probabilities
 * add up to one at most. Each keeps its share of the sum with its best supported rival, so that a claim with more support
 * of its own, or with less supported rivals, never has less.
 */
export function exclusiveSupports(supports: number[], rivals: number[][]): number[] {
  return supports.map((support, place) => {
    const opposing = Math.max(0, ...rivals[place]!.map((rival) => supports[rival]!))
    return support / Math.max(1, support + opposing)
  })
}
