import { sentencesOf } from '../../../language/sentences.ts'
import { wordRarity } from '../../../language/word-rarity.ts'
import { contentWords } from '../../../language/words.ts'
import type { SupportModel } from '../../../transformer/support/support-model.ts'
import { memoise } from '../../../utils/bounded-cache.ts'
import { type Bearing, SILENT, SUPPORTED } from './bearing.ts'
import { sameRoles } from './same-roles.ts'

/** How a text bears on a claim that it has word for word. */
const SAID: Bearing = { supports: 1, contradicts: 0, shared: 1 }
/** A claim is judged by this many sentences of a text at once, those that share most words with it. */
const SENTENCES = 2
/** The least share of a claim that a sentence of a text, or a short text, must have for the two to be read together. */
const LEAST_SHARED = { long: 0.15, short: 0.3 }
/** The most pairs that are read together in one call, those that share most: of claims with texts, and with sentences. */
const MOST_READ = { long: 2_000, short: 160 }
/**
 * A text surely speaks of what a claim says if it has this share of its words; only then can it surely contradict it.
 * Otherwise 17 instead of 1 of 60 pairs of essays that agree would have a claim that is read as contradicted.
 */
const SPOKEN_OF = 0.6
/**
 * The support of a text of which nobody can tell whether it says so or the opposite. From here on a contradiction is
 * read in both directions.
 */
const UNKNOWN = 0.5
/** Longer texts are read up to here; no answer of a model has as many sentences. */
const MOST_SENTENCES = 2_000
/** How many sentences and claims are remembered as they were read; a few calls are about the same ones. */
const MOST_REMEMBERED = 200

interface Sentence {
  text: string
  /** Without capitals, kinds of quotation marks and the last full stop. */
  wording: string
  words: Set<string>
}

/** A text and a claim that may bear on each other. */
interface Candidate {
  claim: number
  text: number
  sentences: Sentence[]
  shared: number
}

/**
 * Estimates how texts bear on claims. Words decide which sentences of a text may bear on a claim; only these are read
 * together with it. A text that shares nothing with a claim is silent on it.
 */
export function createSupportReader(
  model: SupportModel,
): (claims: string[], texts: string[], wanted?: boolean[][]) => Bearing[][] {
  const readEach = createSentenceReader(model)
  return (claims, texts, wanted) => {
    // A claim of several sentences is read sentence by sentence: a text that says only one of them does not say it.
    const parts = claims.map(sentencesOfClaim)
    const asked = wanted && parts.flatMap((part, claim) => part.map(() => wanted[claim]!))
    const rows = readEach(parts.flat(), texts, asked)
    return parts.map((part) => leastSupported(rows.splice(0, part.length)))
  }
}

/** The sentences of a claim; “Lopez Foods, Inc. sells meat.” is one, because no sentence begins with a small letter. */
function sentencesOfClaim(claim: string): string[] {
  const sentences = sentencesOf(claim)
  return sentences.length > 1 && sentences.every((sentence) => !/^[^\p{L}\p{N}]*\p{Ll}/u.test(sentence))
    ? sentences
    : [claim]
}

/** How texts bear on a claim by how they bear on its sentences: it is said if all are, and denied if one is. */
function leastSupported([first, ...others]: Bearing[][]): Bearing[] {
  if (others.length === 0) return first!
  return first!.map((_, text) => {
    const bearings = [first!, ...others].map((row) => row[text]!)
    return {
      supports: Math.min(...bearings.map(({ supports }) => supports)),
      contradicts: Math.max(...bearings.map(({ contradicts }) => contradicts)),
      shared: bearings.reduce((sum, { shared }) => sum + shared, 0) / bearings.length,
    }
  })
}

/** Reads claims of one sentence each. */
function createSentenceReader(model: SupportModel): ReturnType<typeof createSupportReader> {
  const read = memoise(model.read, { most: MOST_REMEMBERED })
  return (claims, texts, wanted) => {
    const cut = texts.map(sentencesIn)
    const rarity = wordRarity(cut.flat().map(({ words }) => words))
    const asked = claims.map(readWords)
    const bearings = asked.map(() => texts.map((): Bearing => SILENT))
    const judge = createJudge()
    const candidates: Record<keyof typeof MOST_READ, Candidate[]> = { long: [], short: [] }
    asked.forEach(({ words, wording }, claim) => {
      cut.forEach((sentences, text) => {
        if (wanted && !wanted[claim]![text]) return
        if (wording !== '' && sentences.some((sentence) => sentence.wording === wording)) {
          bearings[claim]![text] = SAID
          return
        }
        const { chosen, best, shared } = bearingOn(words, sentences, rarity)
        bearings[claim]![text] = { ...SILENT, shared }
        const length = sentences.length > SENTENCES ? 'long' : 'short'
        if (best >= LEAST_SHARED[length]) candidates[length].push({ claim, text, sentences: chosen, shared })
      })
    })
    for (const { claim, text, sentences, shared } of [
      ...mostPromising(candidates.long, MOST_READ.long),
      ...mostPromising(candidates.short, MOST_READ.short),
    ]) {
      const { supports, contradicts } = judge(asked[claim]!, sentences)
      const isOther = supports >= SUPPORTED && isOtherwise(asked[claim]!, sentences[0]!)
      const seen = contradicts * Math.min(1, shared / SPOKEN_OF)
      bearings[claim]![text] = {
        supports: isOther ? Math.min(supports, UNKNOWN) : supports,
        contradicts: seen < UNKNOWN ? seen : Math.min(seen, lookBack(asked[claim]!, sentences[0]!, judge)),
        shared,
      }
    }
    return bearings
  }

  /** Judges claims by sentences; the same pair once, because claims are read against each other in both directions. */
  function createJudge() {
    const judged = new Map<string, ReturnType<SupportModel['judge']>>()
    return (claim: Sentence, sentences: Sentence[]) => {
      const key = JSON.stringify([claim.text, ...sentences.map(({ text }) => text)])
      const found =
        judged.get(key) ??
        model.judge(
          read(claim.text),
          sentences.map(({ text }) => read(text)),
        )
      judged.set(key, found)
      return found
    }
  }
}

/** How far a sentence is contradicted by a claim: what contradicts is contradicted, as far as it is read rightly. */
function lookBack(
  claim: Sentence,
  sentence: Sentence,
  judge: (claim: Sentence, sentences: Sentence[]) => ReturnType<SupportModel['judge']>,
): number {
  return compares(claim) && compares(sentence) ? UNKNOWN : judge(sentence, [claim]).contradicts
}

/** Whether a sentence compares; the model cannot tell “A is denser than B” from “B is less dense than A”. */
function compares({ text }: Sentence): boolean {
  return /\bthan\b/i.test(text)
}

function readWords(text: string): Sentence {
  return { text, wording: plain(text), words: new Set(contentWords(text)) }
}

function plain(sentence: string): string {
  return sentence
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
}

function sentencesIn(text: string): Sentence[] {
  return sentencesOf(text).slice(0, MOST_SENTENCES).map(readWords)
}

/** The sentences that share most with a claim, how much of it the best of them has, and how much the whole text has. */
function bearingOn(words: Set<string>, sentences: Sentence[], rarity: (word: string) => number) {
  let whole = 0
  let common = 0
  for (const word of words) {
    whole += rarity(word)
    if (sentences.some((sentence) => sentence.words.has(word))) common += rarity(word)
  }
  const ranked = sentences
    .map((sentence, place) => ({ sentence, place, shared: sharedWeight(words, sentence.words, rarity) }))
    .sort((left, right) => right.shared - left.shared || left.place - right.place)
    .slice(0, SENTENCES)
  const total = Math.max(whole, Number.MIN_VALUE)
  return {
    chosen: ranked.map(({ sentence }) => sentence),
    best: (ranked[0]?.shared ?? 0) / total,
    shared: common / total,
  }
}

function sharedWeight(words: Set<string>, others: Set<string>, rarity: (word: string) => number): number {
  let sum = 0
  for (const word of words) if (others.has(word)) sum += rarity(word)
  return sum
}

/**
 * Whether a sentence has the words of a claim and yet may say the opposite, which the model overlooks: who does what to
 * whom is exchanged, or one word stands in the place of another (“raises” for “lowers”). It may also be a synonym, so that
 * nothing is known rather than denied.
 */
function isOtherwise(claim: Sentence, sentence: Sentence): boolean {
  const missing = [...claim.words].filter((word) => !sentence.words.has(word)).length
  if (!sameRoles(claim.text, sentence.text)) return true
  const added = [...sentence.words].filter((word) => !claim.words.has(word)).length
  return missing === 1 && added === 1 && claim.words.size > 2
}

function mostPromising(candidates: Candidate[], most: number): Candidate[] {
  if (candidates.length <= most) return candidates
  return [...candidates].sort((left, right) => right.shared - left.shared).slice(0, most)
}
