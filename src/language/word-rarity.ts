/** How much each word tells among some documents: the fewer of them hold it, the more. */
export function rarityAmong(documents: Array<Set<string>>): (word: string) => number {
  const holders = new Map<string, number>()
  for (const words of documents) for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  return (word) => Math.log(1 + documents.length / ((holders.get(word) ?? 0) + 0.5))
}
