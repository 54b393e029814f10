import { foldText, normalizeSpelling } from '../../language/words.ts'

export interface Token {
  written: string
  /** In a normal form: no accents, no case, one spelling. */
  folded: string
  isWord: boolean
  /** Whether it begins a sentence, where a capital means nothing. */
  opens: boolean
}

/** Words with signs inside: C++, node.js, e-mail, don't, AT&T, 3.5, 1/2, snake_case. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['.&/_:-][\p{L}\p{M}\p{N}]+)*(?:\+\+|#)?|[^\s\p{L}\p{M}\p{N}]/gu
const WORD = /^[\p{L}\p{N}]/u
const SENTENCE_END = /^[.!?:;]$/
const INITIALS = /(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu
const THOUSANDS = /(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g
/** A number with a unit or suffix attached: 5km, 10k, 3rd, 50mm. */
const NUMBER_AND_LETTERS = /^(\d+(?:\.\d+)?)(\p{L}+)$/u

/** Contractions that are often written without their apostrophe. */
const BARE_NOT = /^(do|does|did|is|are|was|were|could|would|should|have|has|had)nt$/
const BARE_IS = /^(what|how|where|who|when|that|there)s$/
const CONTRACTED = new Map(
  Object.entries({
    ...{ cant: 'can not', cannot: 'can not', wont: 'will not', "shan't": 'shall not', "ain't": 'is not' },
    ...{ "can't": 'can not', "won't": 'will not', im: 'i am', ive: 'i have' },
    ...{ gonna: 'going to', wanna: 'want to', gotta: 'got to' },
  }),
)
const LONG_ENDINGS: Record<string, string> = { re: 'are', ve: 'have', ll: 'will', d: 'would', m: 'am' }
/** Words after which ’s is short for “is”; after others it is a possessive. */
const IS_AFTER = new Set('what who where when how why that it there here he she let'.split(' '))

/** The tokens of a text: contractions expanded, numbers in a normal form, hyphenated words separated. */
export function tokensOf(text: string): Token[] {
  const plain = text
    .normalize('NFKC')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[‐‑−]/g, '-')
    .replace(/° ?([CF])(?![\p{L}\p{N}])/gu, (_, scale) => (scale === 'C' ? ' celsius' : ' fahrenheit'))
    // A currency sign is read after the number, like the name of the currency.
    .replace(/([$€£₹]) ?(\d[\d,.]*\d|\d)/g, '$2 $1')
    .replace(INITIALS, (letters) => letters.replaceAll('.', '').toUpperCase())
    .replace(THOUSANDS, (digits) => digits.replaceAll(',', ''))
  const tokens: Token[] = []
  let opens = true
  for (const [written] of plain.matchAll(TOKEN)) {
    if (!WORD.test(written)) {
      tokens.push({ written, folded: written, isWord: false, opens })
      if (SENTENCE_END.test(written)) opens = true
      continue
    }
    for (const part of partsOf(written)) {
      tokens.push({ written: part, folded: normalizeSpelling(foldText(part)), isWord: true, opens })
      opens = false
    }
  }
  return tokens
}

function partsOf(written: string): string[] {
  const folded = written.toLowerCase()
  const known = CONTRACTED.get(folded) ?? folded.replace(BARE_NOT, '$1 not').replace(BARE_IS, '$1 is')
  if (known !== folded) return known.split(' ')
  if (written.includes("'")) return apostropheParts(written)
  const numbered = NUMBER_AND_LETTERS.exec(written)
  if (numbered) return numberParts(written, numbered[1]!, numbered[2]!)
  // A hyphen joins words that others write separately; in a number or a code it is part of the token.
  if (written.includes('-') && !/\d/.test(written)) return written.split('-')
  // “and/or”, “he/she”.
  if (/^\p{L}{2,}(?:\/\p{L}{2,})+$/u.test(written)) return written.split('/')
  return [written]
}

function apostropheParts(written: string): string[] {
  const place = written.lastIndexOf("'")
  const [stem, ending] = [written.slice(0, place), written.slice(place + 1).toLowerCase()]
  if (/n$/i.test(stem) && ending === 't') return [stem.slice(0, -1), 'not']
  if (ending === 's') return IS_AFTER.has(stem.toLowerCase()) ? [stem, 'is'] : [stem]
  const long = LONG_ENDINGS[ending]
  return long === undefined ? [written.replaceAll("'", '')] : [stem, long]
}

const UNITS_WRITTEN_ON =
  /^(?:km|kms|cm|mm|kg|kgs|mg|lb|lbs|ml|mph|kmh|kph|mbps|gbps|gb|mb|tb|kb|hz|mhz|ghz|kw|kwh|mah|hr|hrs|min|mins|sec|secs|am|pm|ft|inch|yrs?|years?|days?|months?|weeks?|hours?|minutes?|rs|usd|inr|bhk|cc|mp)$/

function numberParts(written: string, digits: string, letters: string): string[] {
  const folded = letters.toLowerCase()
  if (folded === 'k') return [String(Number(digits) * 1_000)]
  // 6s, 5G and 1990s are names, and 5m is five metres or five million.
  return UNITS_WRITTEN_ON.test(folded) ? [digits, letters] : [written]
}

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
      joined.push(tokens[place++]!)
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
