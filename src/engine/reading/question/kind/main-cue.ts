import type { Cue, CueName } from '../../../../language/question/cues/find-cues.ts'

/** Verbs that ask for a text. */
const DRAFTING = new Set<CueName>(['write', 'make', 'rewrite', 'translate', 'summarise'])
/** Only at the beginning of a sentence do these ask for something. */
const OPENING_ONLY = new Set<CueName>([...DRAFTING, 'yesNo', 'compute', 'list', 'suggest', 'classify'])
/** Question words, which anywhere in a question say what is asked for; several of them also begin a relative clause. */
const RELATIVE = new Set<CueName>(['whoOrWhen', 'which', 'what', 'define', 'whoIs'])
/** Languages in which a question word stands where its answer would stand. */
const IN_PLACE = new Set(['tr', 'ko', 'zh', 'ja', 'hi'])
const ASKING = new Set<CueName>([...RELATIVE, 'howMany', 'why', 'explain', 'sayIn'])
/** A request begins within this many words, apart from politeness. */
const OPENING_WORDS = 3

interface Opening {
  cues: Cue[]
  sentence: string
  isQuestion: boolean
  alone: boolean
}

/** The cue that says what a sentence asks for: the first one; undefined if only the things it names can tell. */
export function mainCue({ cues, sentence, isQuestion, alone }: Opening): Cue | undefined {
  const last = cues.findLast((cue) => cue.isFinal)
  if (last !== undefined) return last
  const start = openingEnd(sentence, cues)
  const wordsBefore = ({ at }: Cue) => wordsIn(sentence.slice(at >= start ? start : 0, at))
  const afterPoliteness = ({ at }: Cue) =>
    cues.some(({ name, end }) => name === 'polite' && end <= at && wordsIn(sentence.slice(end, at)) <= 1)
  const fits = (cue: Cue) => {
    if (RELATIVE.has(cue.name) && isQuestion && !IN_PLACE.has(cue.language) && !opensClause(cue, sentence))
      return wordsBefore(cue) < OPENING_WORDS
    // “Deadlock found when …” asks nothing.
    if (RELATIVE.has(cue.name) && !isQuestion && !alone && !IN_PLACE.has(cue.language))
      return wordsBefore(cue) === 0 && !sentence.includes(',')
    if (ASKING.has(cue.name)) return isQuestion || alone || wordsBefore(cue) < OPENING_WORDS
    if (!OPENING_ONLY.has(cue.name)) return false
    if (wordsBefore(cue) === 0) return true
    return (
      DRAFTING.has(cue.name) &&
      (start > 0 ||
        /\band $/.test(sentence.slice(0, cue.at)) ||
        wordsBefore(cue) < OPENING_WORDS ||
        afterPoliteness(cue))
    )
  }
  const first = cues.find(fits)
  if (first === undefined) return undefined
  // “A limerick about a cat who codes”: what comes first is asked for, and “who” asks nothing.
  const noun = cues.find(({ name }) => name === 'product' || name === 'openNoun')
  const isClause = RELATIVE.has(first.name) || (first.name === 'why' && noun?.name === 'product')
  if (!isQuestion && isClause && noun !== undefined && noun.at < first.at && !afterPoliteness(first))
    return undefined
  // Of several meanings of one word, the one that asks for a text counts.
  return cues.find((cue) => cue.at === first.at && fits(cue) && DRAFTING.has(cue.name)) ?? first
}

/** Whether a question word begins a clause, perhaps behind a short preposition, and so is no relative pronoun. */
function opensClause({ at }: Cue, sentence: string): boolean {
  return /(?:^|[,;:.–—-]|\b\p{L}{1,4})\W*$/u.test(sentence.slice(Math.max(0, at - 12), at))
}

/** Where the words of politeness at the beginning of a sentence end. */
export function openingEnd(sentence: string, cues: Cue[]): number {
  let end = 0
  for (const cue of cues)
    if (cue.name === 'polite' && wordsIn(sentence.slice(end, cue.at)) <= 1) end = Math.max(end, cue.end)
  return end
}

export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}'-]+/gu)?.length ?? 0
}
