import { sentencesOf } from '../../../language/sentences.ts'
import { wordRarity } from '../../../language/word-rarity.ts'
import { contentWords } from '../../../language/words.ts'
import type { ReadSentence, SupportModel } from '../../../transformer/support/support-model.ts'
import { type Bearing, SILENT } from './bearing.ts'

/** A claim is judged by this many sentences of a text at once, those that share most words with it. */
const SENTENCES = 2
/** The most pairs of claim and text that are read together in one call, so that the time is bounded. */
const MOST_READ = 400
/** Longer texts are read up to here; no answer of a model has as many sentences. */
const MOST_SENTENCES = 2_000

interface Sentence {
  text: string
  words: Set<string>
  read: ReadSentence | null
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
export function createSupportReader(model: SupportModel): (claims: string[], texts: string[]) => Bearing[][] {
  return (claims, texts) => {
    const cut = texts.map(sentencesIn)
    const rarity = wordRarity(cut.flat().map(({ words }) => words))
    const asked = claims.map((claim) => ({ text: claim, words: new Set(contentWords(claim)) }))
    const bearings = asked.map(() => texts.map((): Bearing => SILENT))
    const candidates: Candidate[] = []
    asked.forEach(({ words }, claim) => {
      cut.forEach((sentences, text) => {
        const { chosen, isNear, shared } = bearingOn(words, sentences, rarity)
        bearings[claim]![text] = { ...SILENT, shared }
        if (isNear) candidates.push({ claim, text, sentences: chosen, shared })
      })
    })
    const read = asked.map((): ReadSentence | null => null)
    for (const { claim, text, sentences, shared } of mostPromising(candidates)) {
      read[claim] ??= model.read(asked[claim]!.text)
      for (const sentence of sentences) sentence.read ??= model.read(sentence.text)
      const { supports, contradicts } = model.judge(
        read[claim],
        sentences.map((sentence) => sentence.read!),
      )
      bearings[claim]![text] = { supports, contradicts, shared }
    }
    return bearings
  }
}

function sentencesIn(text: string): Sentence[] {
  return sentencesOf(text)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => ({ text: sentence, words: new Set(contentWords(sentence)), read: null }))
}

/** The sentences that share most with a claim, whether they may bear on it, and how much of it the whole text has. */
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
    // Of one sentence or two there is nothing to choose, and they may say it in quite other words.
    isNear: ranked.length > 0 && (ranked[0]!.shared > 0 || sentences.length <= SENTENCES),
    shared: common / total,
  }
}

function sharedWeight(words: Set<string>, others: Set<string>, rarity: (word: string) => number): number {
  let sum = 0
  for (const word of words) if (others.has(word)) sum += rarity(word)
  return sum
}

function mostPromising(candidates: Candidate[]): Candidate[] {
  if (candidates.length <= MOST_READ) return candidates
  return [...candidates].sort((left, right) => right.shared - left.shared).slice(0, MOST_READ)
}
