import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Embed } from '../../engine/index.ts'
import { type Passage, sentencesIn } from '../../language/sentences.ts'
import { isStopWord, stem, wordsOf } from '../../language/words.ts'
import { beginningOf, bothEnds } from '../../utils/both-ends.ts'
import { dotProduct } from '../../vectors/cosine.ts'

interface PassagesOptions {
  text: string
  question: string
  queries: string[]
  embed: Embed
}

/** Longer pages are read by their beginning. */
export const LONGEST_READ = 200_000
const LONGEST_TEXT = 2_500
const LONGEST_QUESTION = 2_000
/** Sentences are joined to passages of about this size; a paragraph ends one that is not too short. */
const LONGEST_PASSAGE = 500
const SHORTEST_PASSAGE = 200
/** Sentences are found in parts of this size: in a text made for it, that takes time by the square of its length. */
const LONGEST_PART = 1_000
/** Passages that share no word with the question are embedded last. */
const MOST_EMBEDDED = 100
/** Passages that score less than this share of the best one do not bear on the question. */
const LEAST_SHARE = 0.3
const GAP = '\n[…]\n'

/** The passages of a page that bear on a question, in their order, with a mark for what is left out; a short page whole. */
export async function passagesOf({ text, question, queries, embed }: PassagesOptions): Promise<string> {
  const page = text.slice(0, LONGEST_READ).trim()
  if (page.length <= LONGEST_TEXT) return page
  const passages = await joinSentences(page)
  const texts = passages.map(({ start, end }) => page.slice(start, end))
  const asked = [bothEnds(question, LONGEST_QUESTION), ...queries].join('\n')
  const scores = sharedWords(texts, asked)
  const byWords = ranked(scores).slice(0, MOST_EMBEDDED)
  // Without vectors, the words alone decide.
  const vectors = await embed([asked, ...byWords.map((place) => texts[place]!)]).catch(() => [])
  const [aim, ...others] = vectors
  for (const [index, vector] of others.entries())
    scores[byWords[index]!]! += Math.max(0, dotProduct(aim!, vector))
  return inOrder(page, passages, best(passages, scores))
}

/** The sentences of a page, joined to passages; other work has its turn meanwhile. */
async function joinSentences(page: string): Promise<Passage[]> {
  const passages: Passage[] = []
  for (const { from, part } of partsOf(page)) {
    await nextTurn()
    for (const sentence of sentencesIn(part)) {
      const [start, end] = [from + sentence.start, from + sentence.end]
      const open = passages.at(-1)
      const isFull =
        open === undefined ||
        end - open.start > LONGEST_PASSAGE ||
        (open.end - open.start >= SHORTEST_PASSAGE && page.slice(open.end, start).includes('\n'))
      if (isFull) passages.push({ start, end })
      else open.end = end
    }
  }
  return passages
}

/** Where a part ends, the best first. */
const ENDS = ['\n', '. ', '。', ' ']

/** A text in parts, which end with a line, a sentence or a word where they can. */
function* partsOf(text: string) {
  for (let from = 0; from < text.length; ) {
    const rest = text.slice(from, from + LONGEST_PART)
    const ends = ENDS.map((end) => rest.lastIndexOf(end) + 1)
    const hard = beginningOf(rest, LONGEST_PART).length
    const size =
      rest.length < LONGEST_PART ? rest.length : (ends.find((end) => end > rest.length / 4) ?? hard)
    yield { from, part: rest.slice(0, size) }
    from += size
  }
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** The words of a text; of scripts without spaces, every two characters. */
export function pageWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    if (!UNSPACED.test(word)) return [word]
    const characters = [...word]
    return characters.length < 2
      ? characters
      : characters.slice(1).map((next, place) => characters[place] + next)
  })
}

function tellingWords(text: string): Set<string> {
  return new Set(pageWords(text).flatMap((word) => (isStopWord(word) ? [] : stem(word))))
}

/** Which share of the words asked for each passage has, from 0 to 1; those that few passages have count most. */
function sharedWords(texts: string[], asked: string): number[] {
  const wanted = tellingWords(asked)
  const had = texts.map((text) => [...tellingWords(text)].filter((word) => wanted.has(word)))
  const counts = new Map<string, number>()
  for (const words of had) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(1 + texts.length / counts.get(word)!)
  const sum = (words: Iterable<string>) => [...words].reduce((total, word) => total + rarity(word), 0)
  const whole = sum(counts.keys())
  return had.map((words) => (whole === 0 ? 0 : sum(words) / whole))
}

/** The places of scores, from the highest. */
function ranked(scores: number[]): number[] {
  return [...scores.keys()].sort((left, right) => scores[right]! - scores[left]! || left - right)
}

/** The places of the best passages that there is room for, in their order. */
function best(passages: Passage[], scores: number[]): number[] {
  const order = ranked(scores)
  const least = LEAST_SHARE * (scores[order[0]!] ?? 0)
  const chosen: number[] = []
  let room = LONGEST_TEXT
  for (const place of order) {
    const { start, end } = passages[place]!
    const size = end - start + GAP.length
    if (scores[place]! < least || size > room) continue
    chosen.push(place)
    room -= size
  }
  return chosen.sort((left, right) => left - right)
}

function inOrder(page: string, passages: Passage[], chosen: number[]): string {
  return chosen
    .map((place, index) => {
      const { start, end } = passages[place]!
      const text = page.slice(start, end)
      if (index === 0) return text
      if (chosen[index - 1] !== place - 1) return GAP + text
      const between = page.slice(passages[place - 1]!.end, start)
      return (between.includes('\n') ? '\n' : between.slice(0, 1)) + text
    })
    .join('')
}
