const BREAK = /[.!?]["'”’)\]*]{0,2}\s+|\n+/g
// A full stop after an option letter, an initial or an abbreviation ends no sentence: “it is B. Barking” is one.
const ABBREVIATION = /(?:^|[\s(*.])(?:[A-Za-p]|approx|vs|[Dd]r|[Mm]rs?|[Ss]t|[Nn]o|[Ff]ig|[Ee]q)$/
const LONGEST_ABBREVIATION = 8
/** The end of a sentence in scripts that have a sign of their own for it; no space need follow. */
const OTHER_END = /(?<=[。！？।॥။។۔؟])/u
/** The characters of scripts in which no spaces separate words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
/** A sentence with more characters is cut; where words are not separated, the same is said in fewer. */
const LONGEST = { spaced: 500, unspaced: 120 }
/** Where a sentence that is too long may be cut: where clauses end, and in scripts without full stops at spaces. */
const CLAUSE_END = { spaced: /(?<=[;,:–—])\s+/u, unspaced: /(?<=[;,:，、；：])|\s+/u }

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

/** Splits a text into sentences, also in scripts that end them with a sign of their own. */
export function sentencesInAnyScript(text: string): string[] {
  return sentencesOf(text)
    .flatMap((sentence) => sentence.split(OTHER_END))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/**
 * A sentence that is too long to be one statement in clauses, each as long as it may be up to half of that; others as
 * they are. A part that has no clauses remains whole.
 */
export function cutLong(sentence: string): string[] {
  const script = (sentence.match(UNSPACED)?.length ?? 0) * 2 > sentence.length ? 'unspaced' : 'spaced'
  if (sentence.length <= LONGEST[script]) return [sentence]
  const parts: string[] = []
  let start = 0
  let end = 0
  for (const piece of sentence.split(CLAUSE_END[script])) {
    const next = sentence.indexOf(piece, end) + piece.length
    if (next - start > LONGEST[script] / 2 && end > start) {
      parts.push(sentence.slice(start, end))
      start = end
    }
    end = next
  }
  parts.push(sentence.slice(start))
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
