/** How rare each word is in a set of documents (inverse document frequency): the fewer documents contain it, the higher. */
export function wordRarity(documents: Array<Set<string>>): (word: string) => number {
  const documentCounts = new Map<string, number>()
  for (const words of documents)
    for (const word of words) documentCounts.set(word, (documentCounts.get(word) ?? 0) + 1)
  return (word) => Math.log(1 + documents.length / ((documentCounts.get(word) ?? 0) + 0.5))
}
