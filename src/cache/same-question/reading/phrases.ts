import { normalizeSpelling } from '../../../language/words.ts'
import type { Token } from './tokens.ts'

/** Phrases that mean the same; the first represents all: abbreviations, other names, set expressions. */
const PHRASES = [
  'usa | united states of america | united states | u s a | us',
  'uk | united kingdom | great britain',
  'eu | european union',
  'ww2 | wwii | world war 2 | world war ii | world war two | second world war | ww ii',
  'javascript | js | java script',
  'typescript | ts',
  'startup | start up',
  'login | log in | sign in | signin | log on | logon',
  'enable | turn on | switch on',
  'disable | turn off | switch off',
  'shutdown | shut down | power off',
  'get_rid | get rid of',
  'more_than | more than | greater than | larger than',
  'cheapest | least expensive | lowest priced',
  'sea_level | sea level | 1 atm | one atmosphere | standard pressure | atmospheric pressure',
  'mobile | mobile phone | cell phone | cellphone',
].map((line) => line.split(' | ').map((phrase) => phrase.split(' ').map(normalizeSpelling)))

interface Phrase {
  words: string[]
  key: string
}

const BY_FIRST_WORD = new Map<string, Phrase[]>()
for (const [first, ...others] of PHRASES) {
  for (const words of others) {
    const list = BY_FIRST_WORD.get(words[0]!) ?? []
    list.push({ words, key: first![0]! })
    // The longest first: “United States of America” before “United States”.
    list.sort((left, right) => right.words.length - left.words.length)
    BY_FIRST_WORD.set(words[0]!, list)
  }
}

/** Tokens in which every known phrase is one token in its standard form. */
export function joinPhrases(tokens: Token[]): Token[] {
  const joined: Token[] = []
  for (let place = 0; place < tokens.length; ) {
    const phrase = phraseAt(tokens, place)
    if (phrase === undefined) {
      joined.push(tokens[place]!)
      place++
      continue
    }
    const part = tokens.slice(place, place + phrase.words.length)
    joined.push({
      written: part.map(({ written }) => written).join(' '),
      folded: phrase.key,
      isWord: true,
      opens: part[0]!.opens,
    })
    place += phrase.words.length
  }
  return joined
}

function phraseAt(tokens: Token[], place: number): Phrase | undefined {
  return BY_FIRST_WORD.get(tokens[place]!.folded)?.find(({ words }) =>
    words.every(
      (word, offset) => tokens[place + offset]?.folded === word && isMeant(tokens[place + offset]!),
    ),
  )
}

/** Whether a word really is the short form: “US” is a country, “us” is not; “ac” and “pm” may be anything. */
function isMeant({ folded, written }: Token): boolean {
  return folded !== 'us' || written === 'US'
}
