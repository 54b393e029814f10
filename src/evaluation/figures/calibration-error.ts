const BINS = 10

/** Expected calibration error: how far stated probabilities are from observed frequencies, in ten bins of equal width. */
export function calibrationError(stated: number[], cameTrue: boolean[]): number {
  const bins = Array.from({ length: BINS }, () => ({ stated: 0, came: 0 }))
  stated.forEach((probability, index) => {
    const bin = bins[Math.min(BINS - 1, Math.floor(probability * BINS))]!
    bin.stated += probability
    bin.came += cameTrue[index] ? 1 : 0
  })
  return bins.reduce((sum, bin) => sum + Math.abs(bin.stated - bin.came), 0) / stated.length
}

/** The mean squared distance of stated probabilities from what came true. */
export function brierScore(stated: number[], cameTrue: boolean[]): number {
  const distances = stated.map((probability, index) => (probability - Number(cameTrue[index])) ** 2)
  return distances.reduce((sum, distance) => sum + distance, 0) / stated.length
}

/** The share of items of which something is so. */
export function share<Item>(items: Item[], isSo: (item: Item) => boolean): number {
  return items.filter(isSo).length / items.length
}
