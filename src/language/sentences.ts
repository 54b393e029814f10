const BREAK = /[.!?]["'”’)\]*]{0,2}\s+|\n+/g
// A full stop after an option letter, an initial or an abbreviation ends no sentence: “it is B. Barking” is one.
const ABBREVIATION = /(?:^|[\s(*.])(?:[A-Za-p]|approx|vs|[Dd]r|[Mm]rs?|[Ss]t|[Nn]o|[Ff]ig|[Ee]q)$/
const LONGEST_ABBREVIATION = 8

/** Splits a text into sentences, in order; a line break also ends a sentence. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let start = 0
  for (const { 0: end, index } of text.matchAll(BREAK)) {
    if (
      end.startsWith('.') &&
      ABBREVIATION.test(text.slice(Math.max(start, index - LONGEST_ABBREVIATION), index))
    )
      continue
    sentences.push(text.slice(start, index + end.length))
    start = index + end.length
  }
  sentences.push(text.slice(start))
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}
