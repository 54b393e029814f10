/** The results of work on every item, in their order, with at most so many under way at a time. Fails with the first. */
export async function mapAtMost<Item, Result>(
  most: number,
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const takeOn = async () => {
    for (const [place, item] of left) results[place] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, takeOn))
  return results
}
