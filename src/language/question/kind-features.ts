import { stableHash } from '../../utils/stable-hash.ts'

/** How much is read of the beginning and the end of a long request, where it says what is wanted. */
const READ = 300
const WORD = /\p{L}+|\p{N}+|[^\s\p{L}\p{N}]/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const LONGEST_WORD = 40

/**
 * The features of a request that say what kind of answer is wanted, as numbers below `buckets`: its words and parts of
 * words, in which order they come, what it begins and ends with, and its form. They need no list of words, so that they
 * work in any language the model was fitted on.
 */
export function kindFeatures(query: string, buckets: number): number[] {
  const features = new Set<number>()
  const add = (feature: string) => features.add(stableHash(feature) % buckets)
  const text = query.normalize('NFKC').toLowerCase()
  const ends = text.length > 2 * READ ? `${text.slice(0, READ)} … ${text.slice(-READ)}` : text
  const words = (ends.match(WORD) ?? []).map(plain)
  words.forEach((word, place) => {
    const [next, afterNext] = [words[place + 1], words[place + 2]]
    for (const part of UNSPACED.test(word)
      ? partsOf(word, 1, 4)
      : [`w${word}`, ...partsOf(`<${word}>`, 3, 4)])
      add(part)
    if (place < 4) add(`at ${place} ${word}`)
    if (place < 3) add(`begins ${word}`)
    if (place >= words.length - 3) add(`ends ${word}`)
    if (next !== undefined) add(`pair ${word} ${next}`)
    if (afterNext !== undefined) add(`apart ${word} ${afterNext}`)
    if (afterNext !== undefined && place < 6) add(`three ${word} ${next} ${afterNext}`)
  })
  for (const [name, holds] of formOf(query, words.length)) if (holds) add(name)
  return [...features]
}

/** A number by its length: which number it is says nothing about what is wanted. */
function plain(word: string): string {
  return /^\p{N}/u.test(word) ? `#${Math.min(3, word.length)}` : word.slice(0, LONGEST_WORD)
}

function partsOf(word: string, shortest: number, longest: number): string[] {
  const parts: string[] = []
  for (let length = shortest; length <= longest; length++)
    for (let start = 0; start + length <= word.length; start++)
      parts.push(`part ${word.slice(start, start + length)}`)
  return parts
}

function formOf(query: string, words: number): Array<[string, boolean]> {
  return [
    [`length ${Math.min(7, Math.floor(Math.log2(words + 1) * 1.5))}`, true],
    ['lines', query.includes('\n')],
    ['question mark', /[?？؟]/.test(query)],
    ['ends in a question mark', /[?？؟]$/.test(query.trimEnd())],
    ['colon', /[:：]\s/.test(query)],
    ['quotation', /["“«「]/.test(query)],
    ['code', /```|[{};]$/m.test(query)],
    ['options', /(?:^|\n)[ \t]{0,4}\(?[a-dA-D][).:]/.test(query)],
  ]
}
