import { type Page, textOf } from './read-pages.ts'
import { saysItsDate } from './render-page.ts'

const RESULTS = 10
const EXCERPT_CHARACTERS = 300
/** BM25's two constants. */
const SATURATION = 1.2
const LENGTH_SHARE = 0.75
const WEIGHT_OF_TITLE = 3

export interface SearchResult {
  url: string
  title: string
  content: string
  publishedDate?: string
  engine: string
}

/** Words without their plural; Chinese is written without spaces, so each pair of its characters is a word. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? []
  return words.flatMap((word) =>
    /^\p{Script=Han}{2,}/u.test(word)
      ? [...word].slice(1).map((character, index) => [...word][index] + character)
      : word.replace(/(?<=\p{L}{3})s$/u, ''),
  )
}

/** A search engine over the pages: BM25 over titles and texts, without a notion of truth, age or copies. */
export function openSearchEngine(pages: Page[]): (query: string) => SearchResult[] {
  const documents = pages
    .filter(({ kind }) => kind !== 'redirect')
    .map((page) => {
      const sentences = page.kind === 'empty' ? [] : sentencesOf(page)
      const titleWords = Array.from({ length: WEIGHT_OF_TITLE }, () => wordsOf(page.title)).flat()
      const allWords = [...titleWords, ...sentences.flatMap(({ words }) => words)]
      const counts = new Map<string, number>()
      for (const word of allWords) counts.set(word, (counts.get(word) ?? 0) + 1)
      // By its logarithm, so that a very long page may be found.
      return { page, sentences, counts, length: Math.log(1 + allWords.length) }
    })
  const meanLength = documents.reduce((sum, { length }) => sum + length, 0) / documents.length

  const weightOf = (word: string) => {
    const having = documents.filter(({ counts }) => counts.has(word)).length
    return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))
  }

  return (query) => {
    const weights = new Map(wordsOf(query).map((word) => [word, weightOf(word)]))
    const scoreOf = ({ counts, length }: (typeof documents)[number]) => {
      const damping = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / meanLength)
      return [...weights].reduce((sum, [word, weight]) => {
        const count = counts.get(word) ?? 0
        return sum + (weight * count * (SATURATION + 1)) / (count + damping)
      }, 0)
    }
    return documents
      .map((document) => ({ ...document, score: scoreOf(document) }))
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score)
      .slice(0, RESULTS)
      .map(({ page, sentences }) => ({
        url: page.url,
        title: page.title,
        content: excerptOf(sentences, weights),
        ...(saysItsDate(page) ? { publishedDate: `${page.date}T00:00:00` } : {}),
        engine: 'bm25',
      }))
  }
}

interface Sentence {
  text: string
  words: string[]
}

const sentencesOf = (page: Page): Sentence[] =>
  textOf(page)
    .split(/(?<=[.!?])\s+|\n|(?<=[。？！])/)
    .map((text) => ({ text, words: wordsOf(text) }))

/** The sentence with the weightiest words of the query, and what follows it. */
function excerptOf(sentences: Sentence[], weights: Map<string, number>): string {
  const scores = sentences.map(({ words }) =>
    [...new Set(words)].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0),
  )
  const best = scores.indexOf(scores.reduce((highest, score) => Math.max(highest, score), 0))
  const texts = sentences.slice(best, best + 3).map(({ text }) => text)
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT_CHARACTERS)
}
