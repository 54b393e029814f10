import { foldText, isStopWord } from '../../language/words.ts'
import { memoise } from '../../utils/memoise.ts'
import { HOMOGRAPHS } from '../normalise-query.ts'

/** A word with quotes, brackets or punctuation around it; or two words with a slash between. */
const PLAIN_WORD =
  /^["'“‘([]*[\p{L}\p{M}]{2,}(?:['’&/-][\p{L}\p{M}]+)*(?:['’]s?)?[)\]"'”’]*[.,;:?!…]*$|^["'“‘(]*[aiAI](?:['’]\p{L}+)?[.,;:?!]*$/u
/** A number as in prose: an amount, a year, a time, a percentage, 4kg, 60k, 3rd, F16. */
const PLAIN_NUMBER =
  /^["'“‘(]*(?:rs\.?|[$€£₹#])?\p{L}{0,4}\d+(?:[.,:/]\d+)*(?:%|\p{L}{1,3})?[)"'”’]*[.,;:?]*$/iu
/** Names of programming languages with special characters: C++, c#. */
const PLAIN_NAME = /^\p{L}{1,3}(?:\+\+|#)$/u
const LINKING = /^(?:&|•|(?:\p{L}\.)+\p{L}?\.?[?,;:!]*|[-–—]|\.{2,}|…|[.,;:?!]+)$/u
/** Marks that end a sentence; after a bracket or a digit, an exclamation mark is a factorial. */
const CLOSING = /(?<![.,;:?])[.,;:?]+$|(?<=\p{L}{2})!+$/u

/** Parts of a text that do not occur in prose: formulas, code, signed numbers, charges, primes, powers. */
function formalPieces(text: string): string[] {
  const pieces = text.split(/\s+/).filter((piece) => piece !== '')
  const formal = pieces
    .filter((piece, place) => !isPlain(piece, pieces[place - 1] ?? '', pieces[place + 1] ?? ''))
    .map((piece) => piece.replace(CLOSING, ''))
    .map((piece) => (/\p{L}{4}/u.test(piece) || PLAIN_NAME.test(piece) ? piece.toLowerCase() : piece))
    .filter((piece) => piece !== '')
  // Next to a formula, text in quotes is not prose either.
  return formal.length === 0 ? formal : [...formal, ...(text.match(/"[^"]*"|`[^`]*`/g) ?? [])]
}

function isPlain(piece: string, before: string, after: string): boolean {
  if (/[\u00b2\u00b3\u00b9\u2070-\u209f]|^[^"'“‘(]*\d["'′″]/u.test(piece)) return false
  // A bracket next to a digit, opened or closed elsewhere.
  if (/\d/.test(piece) && piece.includes('(') !== piece.includes(')')) return false
  // Between digits or variables, a dash is a minus sign and a colon is a ratio.
  if (/^[-–—:]$/u.test(piece)) return !(TERM_END.test(before) && TERM_START.test(after))
  return PLAIN_WORD.test(piece) || PLAIN_NUMBER.test(piece) || LINKING.test(piece)
}

const TERM_END = /(?:^|[^\p{L}])\p{L}$|[\d)\]]$/u
const TERM_START = /^(?:[\d([]|\p{L}(?:[^\p{L}]|$))/u

interface WordForm {
  form: string
  /** Whether a capital means nothing: at the start of a sentence. */
  opens: boolean
  afterNumber: boolean
}

function writtenWords(text: string): Map<string, WordForm[]> {
  const found = new Map<string, WordForm[]>()
  for (const match of text.matchAll(/[\p{L}\p{M}]+(?!\+\+|#)/gu)) {
    const form = match[0].normalize('NFC')
    const key = foldText(form)
    const before = text.slice(Math.max(0, match.index - 3), match.index)
    const one = {
      form,
      opens: match.index === 0 || /[.?!:]["'“(]? ?$/.test(before),
      afterNumber: /\d ?$/.test(before),
    }
    found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}

/** Units, chemical symbols and variables have at most this many letters: mW, Co, GHz. */
const LONGEST_SYMBOL = 3

/** How a word is written, if that means something: not a capital at the start of a sentence, nor none at all. */
function formsOf(words: WordForm[], isLoose: boolean): string[] {
  const forms = words
    .filter(({ opens, form }) => !opens || /^\p{Lu}.*\p{Lu}/u.test(form))
    .map(({ form }) => form)
    // “tv” means TV; a single letter is different, and so is a unit.
    .map((form) => (isLoose && form.length > 1 && form === form.toUpperCase() ? form.toLowerCase() : form))
    .map((form) => (isLoose && form.length === LONGEST_SYMBOL ? form.toLowerCase() : form))
  return [...new Set(forms)].sort()
}

/** A question that is looked up is compared with several others, but read only once. */
export const REMEMBERED = { most: 1_000, longestText: 500 }
const [piecesOf, wordsOf] = [memoise(formalPieces, REMEMBERED), memoise(writtenWords, REMEMBERED)]

/** Whether two texts write a word differently in a way that may change its meaning. */
function writeOtherwise(left: string, right: string): boolean {
  const [ones, others] = [wordsOf(left), wordsOf(right)]
  const hasCase = [left, right].every((text) => text !== text.toLowerCase() && text !== text.toUpperCase())
  for (const [key, here] of ones) {
    const there = others.get(key)
    if (there === undefined) continue
    const accents = (words: WordForm[]) =>
      [...new Set(words.map(({ form }) => form.toLowerCase()))].sort().join()
    if (accents(here) !== accents(there)) return true
    if (key === 'i' || key === 'a' || (isStopWord(key) && key.length > 1)) continue
    const isSymbol = key.length <= LONGEST_SYMBOL
    if (!isSymbol && !HOMOGRAPHS.has(key)) continue
    const isAmount = [...here, ...there].some(({ afterNumber }) => afterNumber)
    if (isSymbol && key.length > 1 && !hasCase && !isAmount) continue
    const forms = (words: WordForm[]) => formsOf(words, isSymbol && !isAmount)
    const [one, other] = [forms(here), forms(there)]
    if (one.length > 0 && other.length > 0 && one.join() !== other.join()) return true
  }
  return false
}

/** Single letters that are not words: variables, grades, items of a list. */
function lettersOf(text: string): string {
  const letters = text.match(/(?<![\p{L}\p{N}.'’])\p{L}(?![\p{L}\p{N}'’#]|\.\p{L}|\+\+)/gu) ?? []
  return letters.filter((letter) => !/[aAiI]/.test(letter)).join(' ')
}

/** The numbers of a text in digits, in order; 3.1 is not 3.10 if it is a version. */
function figuresOf(text: string): string[] {
  return (text.match(/\d[\d,]*(?:\.\d+)*/g) ?? []).map((figure) => figure.replaceAll(',', ''))
}

/** Whether texts differ where reading for meaning does not look: a minus sign, the case of a symbol, a version. */
export function hasOtherFinePrint(left: string, right: string): boolean {
  if (piecesOf(left).join(' ') !== piecesOf(right).join(' ')) return true
  if (writeOtherwise(left, right) || lettersOf(left) !== lettersOf(right)) return true
  const [one, other] = [figuresOf(left), figuresOf(right)]
  const isVersion = [...one, ...other].some((figure) => figure.includes('.'))
  if ([...one].sort().join() !== [...other].sort().join()) return one.length === other.length && isVersion
  return (one.length > 2 || isVersion) && one.join() !== other.join()
}
