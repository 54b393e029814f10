import { foldText, isStopWord, stem, wordsOf } from '../../../language/words.ts'

/** A name in the form that is compared: its words in order, and how it was written. */
export interface Name {
  words: string[]
  /** The words before a comma or a parenthesis: “Paris” in “Paris, France”. */
  head: string[]
  /** Whether every word except “of” and “van” begins with a capital, as in the names of people. */
  capitalised: boolean
}

const listed = (words: string) => new Set(words.split(/\s+/))

/** Function words that change a name into a different one. */
const TURNING_WORDS = listed(
  `no not nor never except over under above below before after until between more most less least fewer up down off out all some
  few many both`,
)
/** Words that change which thing a name refers to: West Virginia is not Virginia. */
const DISTINGUISHING = listed(
  `north south east west northern southern eastern western northeast northwest southeast southwest new papua equatorial
  bissau upper lower inner outer american vice deputy former anti non half`,
)
/** Words that may or may not change which thing a name refers to: Greater Manchester, but also Great Britain. */
const QUALIFYING = listed(
  `great greater old central saint st republic democratic people federal royal united young little big lady lord king queen
  prince princess mr mrs miss`,
)
/** Words for many things, which do not identify one of them on their own. */
const KINDS_OF_THING = listed(
  `acid award battle bay bridge canal castle city coast company county desert dioxide district empire falls forest gulf
  house island isle kingdom lake league man mountain museum ocean oxide palace park party peninsula point province republic
  river sea series show state states street team tower treaty union university valley war woman world`,
)
const SUFFIXES = listed('jr sr junior senior')
const PARTICLES = listed('van von der den de di da del dos la le bin ibn al el')

/** Reads a name. If it consists only of function words, such as “US” or “The Who”, all its words are used. */
export function readName(text: string): Name {
  const written = text.match(/[\p{L}\p{N}]+/gu) ?? []
  return {
    words: nameWords(text),
    head: nameWords(text.split(/[,(]/, 1)[0] ?? ''),
    capitalised: written.every((word) => !/^\p{Ll}/u.test(word) || isStopWord(word) || PARTICLES.has(word)),
  }
}

/** The words that distinguish names, in the singular. */
export function nameWords(text: string): string[] {
  const words = wordsOf(text)
  // “Elizabeth I”: after a name, a letter is a numeral.
  const telling = words.filter(
    (word, place) => TURNING_WORDS.has(word) || !isStopWord(word) || (word === 'i' && place > 0),
  )
  return (telling.length > 0 ? telling : words).map(singular)
}

/**
 * Whether two names refer to the same thing: they are equal, one is the initials of the other, or one is a usual short
 * form (“Einstein”, “Paris” for “Paris, France”). Null if the words do not decide it.
 */
export function sameName(left: Name, right: Name): boolean | null {
  const [short, long] = left.words.length <= right.words.length ? [left, right] : [right, left]
  if (equal(short.words, long.words)) return true
  if (short.words.length === 1 && long.words.length > 1 && short.words[0] === initialsOf(long)) return true
  const extra = wordsBeyond(short.words, long.words)
  if (extra === null) return varyInForm(short.words, long.words) ? null : false
  // A name that occurs only in parentheses may be a former name: “Astana (was Nur-Sultan)”.
  if (long.head.length < long.words.length && !short.words.some((word) => long.head.includes(word)))
    return null
  if (extra.some((word) => isAnother(word, short))) return false
  // “All except feta” and “all except honey and feta” exclude different things.
  if (extra.length > 0 && short.words.includes('except')) return false
  if (equal(short.words, long.head)) return true
  return isShortForm(short, long, extra) ? true : null
}

/** Whether a text adds a word to a name that makes it refer to something else: West Virginia for Virginia. */
export function namesAnother(text: string, { words, capitalised }: Name): boolean {
  if (!capitalised) return false
  const folded = foldText(text)
  // In lower case, such a word means a part of the same thing: “southern Oregon”.
  const written = (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (/^\p{Lu}/u.test(word) ? word : ''))
  const named = distinctions(written.map(foldText))
  return [...distinctions(words)].some(([word, own]) => {
    const others = named.get(word)
    if (others === undefined) return false
    // If the word occurs elsewhere, it may mean the same: “the northwest of Washington” for “Northwest Washington”.
    return ![...own].some((one) => others.has(one) || (one !== '' && folded.includes(one)))
  })
}

/** For every word, the adjacent word that changes what it refers to, if there is one. */
function distinctions(words: string[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  let before = ''
  for (const word of words) {
    const known = found.get(stem(word)) ?? new Set()
    found.set(stem(word), known.add(before))
    before = DISTINGUISHING.has(word) ? word : ''
  }
  return found
}

function isAnother(word: string, short: Name): boolean {
  if (TURNING_WORDS.has(word) || DISTINGUISHING.has(word)) return true
  // The Republic of Korea and the Democratic People's Republic of Korea are different countries.
  return (word === 'democratic' || word === 'people') && short.words.includes('republic')
}

/**
 * Whether the additional words of a longer name may mean that it is another person: an initial, a number, or another
 * surname, as in Martin Luther King.
 */
export function mayBeTwo(left: Name, right: Name): boolean {
  const [short, long] = left.words.length <= right.words.length ? [left, right] : [right, left]
  const extra = wordsBeyond(short.words, long.words) ?? []
  if (extra.some((word) => /^(?:\p{L}|\d+|[ivx]+)$/u.test(word))) return short.words.length + extra.length > 1
  const [fewer, more] = [withoutSuffix(short.words), withoutSuffix(long.head)]
  return extra.length > 0 && short.capitalised && fewer.length > 1 && fewer.at(-1) !== more.at(-1)
}

/** Only the surname, or some given names omitted: the shorter name keeps the order and the last word. */
function isShortForm(short: Name, long: Name, extra: string[]): boolean {
  if (!short.capitalised || !long.capitalised || extra.some((word) => QUALIFYING.has(word))) return false
  if (mayBeTwo(short, long)) return false
  const [fewer, more] = [withoutSuffix(short.words), withoutSuffix(long.words)]
  if (fewer.at(-1) !== more.at(-1) || !isWithin(fewer, more)) return false
  return fewer.length > 1 || !KINDS_OF_THING.has(fewer[0] ?? '')
}

/** The additional words of the longer name; null if it lacks a word of the shorter one. */
function wordsBeyond(short: string[], long: string[]): string[] | null {
  const rest = [...long]
  for (const word of short) {
    const index = rest.indexOf(word)
    if (index === -1) return null
    rest.splice(index, 1)
  }
  return rest
}

function isWithin(short: string[], long: string[]): boolean {
  let matched = 0
  for (const word of long) if (word === short[matched]) matched++
  return matched === short.length
}

/** Whether words differ only in their endings, as “melting” and “melted” do, but silicon and silicone do not. */
function varyInForm(left: string[], right: string[]): boolean {
  return (
    left.length === right.length &&
    left.every((word, index) => {
      const other = right[index] ?? ''
      const isNumeral = [word, other].some((one) => /^[ivxlc]+$/.test(one))
      return (
        word === other ||
        (!isNumeral && stem(word) === stem(other) && word !== `${other}e` && other !== `${word}e`)
      )
    })
  )
}

function withoutSuffix(words: string[]): string[] {
  return words.length > 1 && SUFFIXES.has(words.at(-1) ?? '') ? words.slice(0, -1) : words
}

function initialsOf({ words }: Name): string {
  return words.map((word) => word[0]).join('')
}

function equal(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((word, index) => word === right[index])
}

function singular(word: string): string {
  if (word.length <= 4 || /\d/.test(word)) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|x|z|ch|sh)es$/, '')
    .replace(/(?<=[^su])s$/, '')
}
