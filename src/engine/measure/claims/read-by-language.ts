import { type Language, recogniseLanguage } from '../../../language/recognise-language.ts'
import { sentencesInAnyScript } from '../../../language/sentences.ts'
import { type Wording, wordingOf } from '../../../language/wording.ts'
import { wordsOf } from '../../../language/words.ts'
import { memoise } from '../../../utils/bounded-cache.ts'
import { type Bearing, type ReadSupport, SILENT } from './bearing.ts'

/** A sentence by its words. */
interface Worded {
  content: Set<string>
  /** Whether it is negated; null where that cannot be read. */
  isNegated: boolean | null
  wording: string
}

/** The support of a sentence of which nobody can tell whether it says so or the opposite. */
const UNKNOWN = 0.5
const MOST_AT_ONCE = 100

/** Whether a text may be in English: it is, or it is too short to tell. */
export function mayBeEnglish(text: string): boolean {
  return (recogniseLanguage(text) ?? 'en') === 'en'
}

/**
 * Reads claims with a model that knows English only. Where a claim or a text is in another language, the share of the
 * claim's words in one sentence of the text counts instead; nothing is ever contradicted by that. `pause` lets other
 * callers take their turn.
 */
export function readByLanguage(readSupport: ReadSupport, pause: () => Promise<void>): ReadSupport {
  return async (claims, texts, wanted) => {
    // A claim that is too short to tell is in the language of the others.
    const usual = recogniseLanguage(claims.join(' '))
    const languages = await eachInTurn(claims, (claim) => recogniseLanguage(claim) ?? usual ?? 'en')
    const isEnglish = await eachInTurn(texts, mayBeEnglish)
    const isForeign = (claim: number, text: number) => languages[claim] !== 'en' || !isEnglish[text]
    const isAllEnglish = isEnglish.every((is) => is) && languages.every((language) => language === 'en')
    if (isAllEnglish) return readSupport(claims, texts, wanted)

    const isWanted = (claim: number, text: number) => wanted === undefined || wanted[claim]![text]!
    const bearings = await readSupport(
      claims,
      texts,
      claims.map((_, claim) => texts.map((__, text) => isWanted(claim, text) && !isForeign(claim, text))),
    )
    const sentencesBy = new Map(
      [...new Set(languages)].map((language) => [language, sentenceReader(language)]),
    )
    for (const [claim, language] of languages.entries()) {
      await pause()
      const own = worded(claims[claim]!, language)
      for (const [text, written] of texts.entries())
        if (isForeign(claim, text) && isWanted(claim, text))
          bearings[claim]![text] = byWords(own, sentencesBy.get(language)!(written))
    }
    return bearings
  }

  /** The values of a function for many texts; others have their turn in between. */
  async function eachInTurn<Value>(all: string[], value: (text: string) => Value): Promise<Value[]> {
    const values: Value[] = []
    for (const [place, text] of all.entries()) {
      if (place % MOST_AT_ONCE === 0) await pause()
      values.push(value(text))
    }
    return values
  }
}

/** Reads the sentences of texts by their words in a language, each text once. */
function sentenceReader(language: Language): (text: string) => Worded[] {
  return memoise((text) => sentencesInAnyScript(text).map((sentence) => worded(sentence, language)))
}

function worded(sentence: string, language: Language): Worded {
  const read = wordingOf(sentence, language)
  return {
    content: contentOf(sentence, read, language),
    isNegated: read === null ? null : read.negations % 2 === 1,
    wording: (sentence.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' '),
  }
}

/** The words with a meaning of their own; pairs of characters, where no spaces separate words. */
function contentOf(sentence: string, read: Wording | null, language: Language): Set<string> {
  if (read === null) return new Set(wordsOf(sentence))
  if (language !== 'zh' && language !== 'ja') return new Set(read.content)
  return new Set(read.content.slice(1).map((character, place) => read.content[place]! + character))
}

function byWords(claim: Worded, sentences: Worded[]): Bearing {
  if (claim.content.size === 0) return SILENT
  let [supports, shared] = [0, 0]
  const said = new Set<string>()
  for (const sentence of sentences) {
    if (sentence.wording === claim.wording) return { supports: 1, contradicts: 0, shared: 1 }
    let common = 0
    for (const word of claim.content)
      if (sentence.content.has(word)) {
        common++
        said.add(word)
      }
    const share = common / claim.content.size
    const isRead = claim.isNegated !== null && claim.isNegated === sentence.isNegated
    supports = Math.max(supports, isRead ? share : Math.min(share, UNKNOWN))
    shared = said.size / claim.content.size
  }
  return { supports, contradicts: 0, shared }
}
