/** How many characters are worked on before other work gets its turn. */
const UNBROKEN_CHARACTERS = 20_000

/** Does the same for each of many texts, letting other requests through in between. */
export async function inSlices<Result>(texts: string[], work: (text: string) => Result): Promise<Result[]> {
  const results: Result[] = []
  let unbroken = 0
  for (const text of texts) {
    unbroken += text.length
    if (unbroken > UNBROKEN_CHARACTERS) {
      await new Promise((resolve) => setTimeout(resolve, 0))
      unbroken = text.length
    }
    results.push(work(text))
  }
  return results
}
