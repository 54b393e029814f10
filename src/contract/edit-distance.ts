/**
 * How many letters must be put in, taken out, replaced or swapped with their neighbour to turn one text into another;
 * more than `most` if they are more.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let before: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = above[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwap ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(row[j - 1]! + 1, above[j]! + 1, replaced, swapped))
    }
    if (Math.min(...row) > most) return most + 1
    before = above
    above = row
  }
  return above[other.length]!
}
