import { NUMBER_WORDS, SCALES } from '../../language/number-words.ts'
import { findUnit } from '../../language/quantity/quantity.ts'
import { collapseSpaces, normalizeSpelling, stem } from '../../language/words.ts'
import { formOf, type QuestionForm } from './question-form.ts'
import { joinPhrases, type Token, tokensOf } from './tokens.ts'
import { classOf, isRoleMark, type WordClass } from './word-classes.ts'

export interface Word {
  written: string
  folded: string
  stem: string
  place: number
  /** Its function if it has no content of its own. */
  wordClass: WordClass | 'filler' | null
  number: NumberToken | null
  /** Whether it is written like a name, if capitals mean something here. */
  isName: boolean
  /** The preposition that shows its role, or nothing. */
  mark: string
  /** The list of words it belongs to, and which item it is: “and”, “or” and commas separate items. */
  row: number
  member: number
  /** Whether it belongs to how the question is phrased rather than to what is asked. */
  inOpening: boolean
}

export interface ReadQuestion {
  text: string
  words: Word[]
  /** The words that carry what is asked about, and the numbers. */
  content: Word[]
  form: QuestionForm
  quoted: string[]
  negations: number
}

/** A question with more words is too long to be aligned word by word. */
const MOST_ALIGNED = 60

export function isLong({ words }: ReadQuestion): boolean {
  return words.length > MOST_ALIGNED
}

const CLAUSE_WORDS = new Set<string>(['present', 'past', 'modality', 'question'])

/** Reads a question. */
export function readQuestion(text: string): ReadQuestion {
  const tokens = joinPhrases(tokensOf(text))
  const caseTells = tellsByCase(tokens)
  const words: Word[] = []
  const clauseStarts = [0]
  let [mark, row, member] = ['', 0, 0]
  for (const [index, token] of tokens.entries()) {
    if (!token.isWord && unitNamed(token.written, token.folded) === null) {
      if (/^[.,?!;:()–—-]$/.test(token.folded)) {
        if (clauseStarts.at(-1) !== words.length) clauseStarts.push(words.length)
        if (token.folded === ',') member++
        else {
          mark = ''
          row++
        }
      }
      if (token.folded !== '&') continue
    }
    const isAcronym =
      caseTells &&
      ACRONYM.test(token.written) &&
      !(token.opens && token.written === 'A') &&
      classOf(token.folded) !== null &&
      token.folded !== 'i'
    const unit = unitNamed(token.written, token.folded)
    const folded = isAcronym ? token.written : token.folded === '&' ? 'and' : (unit ?? token.folded)
    const number = isRank(folded, tokens[index + 1]) ? SECOND : numberOf(folded)
    const before = words.at(-1)
    const whole = number && before?.number ? joined(before.number, number, folded) : null
    if (whole !== null) {
      before!.number = whole
      before!.stem = whole.value
      continue
    }
    const wordClass = number && !number.isSoft ? null : classOf(folded)
    if (isRoleMark(folded) && folded !== 'versus') {
      mark = folded
      row++
    } else if (wordClass !== null && CLAUSE_WORDS.has(wordClass)) {
      mark = ''
      row++
    } else if (folded === 'and' || folded === 'or' || folded === 'versus') member++
    words.push({
      written: token.written,
      folded,
      stem: number?.value ?? stem(folded),
      place: words.length,
      wordClass,
      number,
      isName: caseTells && isNameLike(token),
      mark,
      row,
      member,
      inOpening: false,
    })
  }
  const form = formOf(
    words.map(({ folded }) => folded),
    clauseStarts,
  )
  for (let place = form.start; place < form.start + form.length && place < words.length; place++)
    words[place]!.inOpening = true
  if (form.attribute !== null) addAttribute(words, form)
  const content = words.filter(
    ({ wordClass, inOpening, stem, number }) =>
      (wordClass === null || number?.isSoft) && !inOpening && !form.idle.includes(stem),
  )
  return {
    text,
    words,
    content: content.filter(({ number }) => !number?.isSoft),
    form,
    quoted: quotationsIn(text),
    negations: words.filter(({ wordClass }) => wordClass === 'negation').length,
  }
}

/** Short words in capitals are names even if they look like function words: WHO, IT, vitamin A. */
const ACRONYM = /^(?:\p{Lu}{2,}|A)$/u

const SECOND: NumberToken = { value: '2', isOrdinal: true, isSoft: false }

/** Whether “second” is an ordinal, as in “the second largest”, rather than a unit of time. */
function isRank(folded: string, next: Token | undefined): boolean {
  return folded === 'second' && /^(?:\p{L}+est|most|time|half|place|world|floor)$/u.test(next?.folded ?? '')
}

/** “How tall” asks for the height: the noun takes the place of the adjective. */
function addAttribute(words: Word[], { attribute, start }: QuestionForm): void {
  const asking = words.findIndex(({ folded, place }) => folded === 'how' && place >= start)
  const opening = words[asking + 1]
  if (asking < 0 || opening === undefined) return
  opening.folded = attribute!
  opening.stem = stem(attribute!)
  opening.wordClass = null
  opening.inOpening = false
  opening.mark = ''
  opening.isName = false
}

/** Whether capitals mark names: not if the whole text is in capitals, or if every word begins with one. */
function tellsByCase(tokens: Token[]): boolean {
  const inner = tokens.filter(({ isWord, opens, written }) => isWord && !opens && /^\p{L}{2}/u.test(written))
  const capitals = inner.filter(({ written }) => /^\p{Lu}/u.test(written)).length
  return inner.length > 0 && (capitals <= 2 || capitals / inner.length <= 0.6)
}

function isNameLike({ written, opens, folded }: Token): boolean {
  if (/^\p{Lu}[\p{Lu}\p{N}]/u.test(written)) return true
  if (/^\p{Ll}+\p{Lu}/u.test(written)) return true
  return !opens && /^\p{Lu}/u.test(written) && folded !== 'i'
}

const QUOTED = /"([^"]{1,300})"|“([^”]{1,300})”|`([^`]{1,300})`/g

/** The texts in quotes that a question contains, without the quotes. */
export function quotationsIn(text: string): string[] {
  const plain = collapseSpaces(text.normalize('NFKC')).replaceAll('""', '"')
  return [...plain.matchAll(QUOTED)]
    .map(([, straight, curly, ticked]) => straight ?? curly ?? ticked!)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/** A number by its value, as text; ordinals are kept apart from counts, because the 3rd is not three. */
interface NumberToken {
  value: string
  isOrdinal: boolean
  /** “One” is more often a pronoun, “once” an adverb. */
  isSoft: boolean
}

/** The ordinals from “third” on: “first” is as often an adverb, and “second” a time. */
const ORDINALS =
  'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
/** Other words with a value, and Roman numerals; a single letter is rarely one. */
const VALUES = new Map([
  ...SCALES,
  ...NUMBER_WORDS,
  ...Object.entries({ once: 1, twice: 2, ii: 2, iii: 3, iv: 4, vi: 6, vii: 7, viii: 8, ix: 9 }),
])
/** What begins with a digit and is a number; H2O and 1990s are names. */
const FIGURE = /^\d+(?:\.\d+|st|nd|rd|th)?$/

/** The number a folded word stands for, or null. */
export function numberOf(word: string): NumberToken | null {
  const rank = ORDINALS.indexOf(word)
  if (rank >= 0) return { value: String(rank + 3), isOrdinal: true, isSoft: false }
  const value = FIGURE.test(word) && word !== '1st' ? Number.parseFloat(word) : VALUES.get(word)
  if (value === undefined) return null
  return {
    value: String(value),
    isOrdinal: /^\d.*\p{L}$/u.test(word),
    isSoft: word === 'one' || word === 'once',
  }
}

/** Two adjacent numbers as one if they are read as one: “3 million”, “twenty five”; otherwise null. */
export function joined(left: NumberToken, right: NumberToken, rightWord: string): NumberToken | null {
  const [first, second] = [Number(left.value), Number(right.value)]
  if (SCALES.has(rightWord) && first < second) return { ...right, value: String(first * second) }
  const isTens = first >= 20 && first <= 90 && first % 10 === 0
  if (/\d/.test(rightWord) || !isTens || second < 1 || second > 9) return null
  return { value: String(first + second), isOrdinal: right.isOrdinal, isSoft: false }
}

/** How people write units besides their symbols. */
const UNIT_WORDS = new Map(
  'kms kilometer ; kgs kilogram ; usd dollar ; £ pound ; rs rupee ; inr rupee ; ₹ rupee'
    .split(' ; ')
    .map((pair) => pair.split(' ') as [written: string, unit: string]),
)
/** Words that are also symbols of units. */
const NEVER = new Set(['in', 'a', 'as', 'at', 'd', 'am', 'pm'])

/** The standard name of a unit, or null if the word is not a unit. */
export function unitNamed(written: string, folded: string): string | null {
  if (NEVER.has(folded)) return null
  const known = UNIT_WORDS.get(folded)
  if (known !== undefined) return known
  const unit = findUnit(written) ?? findUnit(folded)
  return unit === null ? null : normalizeSpelling(unit.name.toLowerCase())
}
