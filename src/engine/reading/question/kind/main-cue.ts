import type { Cue, CueName } from '../../../../language/question/cues/find-cues.ts'
import { wordsIn } from './sentence-reading.ts'

/** Verbs that ask for a text. */
const DRAFTING = new Set<CueName>(['write', 'make', 'rewrite', 'translate', 'summarise'])
/** Only at the beginning of a sentence do these ask for something. */
const OPENING_ONLY = new Set<CueName>([...DRAFTING, 'yesNo', 'compute', 'list', 'suggest', 'classify'])
/** Question words, which anywhere in a question say what is asked for; several of them also begin a relative clause. */
const RELATIVE = new Set<CueName>(['whoOrWhen', 'which', 'what', 'define', 'whoIs'])
/** Languages in which a question word stands where its answer would stand. */
export const IN_PLACE = new Set(['tr', 'ko', 'zh', 'ja', 'hi'])
const ASKING = new Set<CueName>([...RELATIVE, 'howMany', 'why', 'explain', 'sayIn'])
/** A request begins within this many words, apart from politeness. */
const OPENING_WORDS = 3

/** What stands before a question word that begins a clause: punctuation, a preposition or a conjunction. */
const CLAUSE_START = new RegExp(
  `(?:^|[,;:.!?–—()¿"-]|(?<!\\p{L})(?:${[
    'in|on|at|of|by|to|for|from|with|since|until|and|or|but|so|about|into|as|than|is|was|then|if',
    'im|am|an|auf|aus|bei|mit|nach|seit|von|vor|zu|zum|zur|fur|uber|unter|bis|um|und|oder|aber',
    'a|de|en|dans|pour|par|sur|avec|chez|depuis|et|ou|mais|con|por|para|desde|hasta|sobre|y|o|pero|di|da|su|per|tra|e|ma|em|no|na|com',
    'van|naar|voor|met|op|bij|uit|of|maar|w|we|z|ze|do|od|u|po|przez|dla|i|lub|ale|pa|av|till|fran|och|eller|men',
    'в|во|на|с|со|к|о|об|от|до|из|у|по|для|через|и|а|или|но|за|з|зі|із|від|та|і|й|чи|في|من|إلى|على|عن|و',
  ].join('|')}))\\W*$`,
  'u',
)

interface Opening {
  cues: Cue[]
  sentence: string
  isQuestion: boolean
  alone: boolean
  isLong: boolean
}

/** The cue that says what a sentence asks for: the first one; undefined if only the things it names can tell. */
export function mainCue({ cues, sentence, isQuestion, alone, isLong }: Opening): Cue | undefined {
  const last = cues.findLast((cue) => cue.isFinal)
  if (last !== undefined) return last
  const start = openingEnd(sentence, cues)
  const wordsBefore = ({ at }: Cue) => wordsIn(sentence.slice(at >= start ? start : 0, at))
  const requestAt = ({ at }: Cue) =>
    Math.max(start, ...cues.filter(({ name, end }) => name === 'polite' && end <= at).map(({ end }) => end))
  const afterPoliteness = ({ at }: Cue) =>
    cues.some(({ name, end }) => name === 'polite' && end <= at && wordsIn(sentence.slice(end, at)) <= 1)
  const fits = (cue: Cue) => {
    if (RELATIVE.has(cue.name) && isQuestion && !IN_PLACE.has(cue.language) && !opensClause(cue, sentence))
      return wordsBefore(cue) < OPENING_WORDS || afterPoliteness(cue)
    // “Deadlock found when …” asks nothing.
    if (RELATIVE.has(cue.name) && !isQuestion && !alone && !IN_PLACE.has(cue.language))
      return (wordsBefore(cue) === 0 && !isLong && !sentence.includes(',')) || afterPoliteness(cue)
    if (ASKING.has(cue.name)) return isQuestion || alone || wordsBefore(cue) < OPENING_WORDS
    if (!OPENING_ONLY.has(cue.name)) return false
    if (wordsBefore(cue) === 0) return true
    if (!DRAFTING.has(cue.name)) return false
    // “It can make eight shirts a minute” asks for nothing.
    const isAsserted = cues.some(({ name, at }) => name === 'yesNo' && at < cue.at && at >= requestAt(cue))
    if (start > 0 || afterPoliteness(cue) || /\band $/.test(sentence.slice(0, cue.at)))
      return !isAsserted || start > 0
    if (cue.name === 'make' && !IN_PLACE.has(cue.language)) return false
    return wordsBefore(cue) < OPENING_WORDS && !isAsserted
  }
  const leading = cues.find(fits)
  if (leading === undefined) return undefined
  const first = behindClause(leading, sentence, cues) ?? leading
  // “A limerick about a cat who codes”: what comes first is asked for, and “who” asks nothing.
  const noun = cues.find(({ name }) => name === 'product' || name === 'openNoun')
  const isClause = RELATIVE.has(first.name) || (first.name === 'why' && noun?.name === 'product')
  if (!isQuestion && isClause && noun !== undefined && noun.at < first.at && !afterPoliteness(first))
    return undefined
  // Of several meanings of one word, the one that asks for a text counts.
  const texts = cues.filter((cue) => fits(cue) && DRAFTING.has(cue.name))
  if (first.name === 'what' && start > 0 && texts.length > 0) return texts[0]
  return (
    texts.find(({ at, end }) => at === first.at && end >= first.end) ??
    cues.find(({ name, at }) => name === 'classify' && at === first.at) ??
    first
  )
}

/** What a question asks for behind a clause with “when” or “where”: “When you run it, does it stop?” */
function behindClause(leading: Cue, sentence: string, cues: Cue[]): Cue | undefined {
  if (leading.name !== 'whoOrWhen' || leading.at > 0) return undefined
  const comma = sentence.indexOf(', ')
  const asks = ({ name, at }: Cue) => (ASKING.has(name) || name === 'yesNo') && at === comma + 2
  return comma < 0 ? undefined : cues.find(asks)
}

/** Whether a question word begins a clause, perhaps behind a short preposition, and so is no relative pronoun. */
function opensClause({ at }: Cue, sentence: string): boolean {
  return CLAUSE_START.test(sentence.slice(Math.max(0, at - 12), at))
}

/** Where the words of politeness at the beginning of a sentence end. */
export function openingEnd(sentence: string, cues: Cue[]): number {
  let end = 0
  for (const cue of cues)
    if (cue.name === 'polite' && wordsIn(sentence.slice(end, cue.at)) <= 1) end = Math.max(end, cue.end)
  return end
}
