import { wordsOf } from '../../../language/words.ts'
export type TextChoice = { stub: true }
export async function chooseText(
  _query: string,
  texts: string[],
  _ports: unknown,
): Promise<{ scores: number[]; similarity: number[][] }> {
  const bags = texts.map((text) => new Set(wordsOf(text)))
  const similarity = bags.map((one) =>
    bags.map((other) => {
      const common = [...one].filter((w) => other.has(w)).length
      const all = one.size + other.size - common
      return all === 0 ? 1 : common / all
    }),
  )
  return { scores: similarity.map((row) => row.reduce((a, b) => a + b, 0)), similarity }
}
