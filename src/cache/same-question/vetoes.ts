import { areOpposite, isDenied } from '../../language/opposites.ts'
import { normalizeSpelling } from '../../language/spelling.ts'
import { wordsOf } from '../../language/words.ts'
import type { QuestionPair } from './compare/compare-questions.ts'
import { finePrint } from './compare/fine-print.ts'
import { isNameIn, type WordTable } from './compare/word-table.ts'
import type { QuestionKind } from './reading/question-form.ts'
import type { Question, Word } from './reading/read-question.ts'

/** Finds one kind of difference that no similarity outweighs, described in words; null if there is none. */
type Veto = (pair: QuestionPair, table: WordTable) => string | null

/** Each kind of difference by name, so that it can be measured separately. */
export const VETOES: Record<string, Veto> = {
  number: ({ alignment: { leftOver, rightOver } }) =>
    onEither('number', leftOver, rightOver, ({ stem }) => /\d/.test(stem)),
  quotation: ({ left, right }) => said('quoted text', unquoted(left, right), unquoted(right, left)),
  negation: ({ left, right }) => (left.negations % 2 === right.negations % 2 ? null : 'negation on one side'),
  opposite: oppositesIn,
  direction: ({ order: { turned } }) =>
    turned && `direction of ${turned[0].written} and ${turned[1].written}`,
  swap: ({ order: { swapped } }) => swapped && `places of ${swapped[0].written} and ${swapped[1].written}`,
  'names turned': ({ order: { turnedNames } }) =>
    turnedNames && `order of ${turnedNames[0].written} and ${turnedNames[1].written}`,
  name: ({ alignment: { leftOver, rightOver } }, table) =>
    onBoth('name', leftOver, rightOver, (word) => isNameIn(table, word) || isRare(table, word)),
  'fine print': ({ left, right }) => finePrint(left.text, right.text),
  'text at hand': ({ left, right }) =>
    (isAboutWords(left) || isAboutWords(right)) && allWords(left) !== allWords(right)
      ? 'words of the text itself'
      : null,
  towards: ({ alignment }) => {
    const turned = alignment.pairs.find((pair) => isTurned(pair.left.mark, pair.right.mark))
    return turned === undefined ? null : `towards or from ${turned.left.written}`
  },
  tense: ({ left, right }) => (areOfOtherTimes(left, right) ? 'time on one side' : null),
  modality: ({ left, right }) => {
    const [one, other] = [mustOrMay(left), mustOrMay(right)]
    return one === other ? null : `asks ${one || 'whether'} / ${other || 'whether'}`
  },
  'form of a name': ({ alignment: { pairs } }) => {
    const other = pairs.find(({ left, right }) => left.isName && right.isName && isOtherForm(left, right))
    return other === undefined ? null : `name ${other.left.written} / ${other.right.written}`
  },
  narrowing: ({ left, right }) => {
    const [one, other] = [narrowingIn(left), narrowingIn(right)]
    return said('word', missing(one, other), missing(other, one))
  },
  'one of its kind': ({ left, right, alignment: { pairs } }) => {
    const other = pairs.find((pair) => isOneOfItsKind(pair.left, left, pair.right, right))
    return other === undefined ? null : `name ${other.left.written} / ${other.right.written}`
  },
}

/** Whether anything distinguishes two questions regardless of what they share. */
export function isVetoed(pair: QuestionPair, table: WordTable): boolean {
  return Object.values(VETOES).some((veto) => veto(pair, table))
}

/** What distinguishes two questions regardless of what they share, described in words. */
export function vetoesOf(pair: QuestionPair, table: WordTable): string[] {
  return Object.values(VETOES).flatMap((veto) => veto(pair, table) ?? [])
}

function said(what: string, left: string[], right: string[]): string | null {
  if (left.length === 0 && right.length === 0) return null
  return `${what} ${left.join(', ') || 'none'} / ${right.join(', ') || 'none'}`
}

function onBoth(what: string, left: Word[], right: Word[], is: (word: Word) => boolean): string | null {
  const [one, other] = [left.find(is), right.find(is)]
  return one && other ? `${what} ${one.written} / ${other.written}` : null
}

function onEither(what: string, left: Word[], right: Word[], is: (word: Word) => boolean): string | null {
  const written = (words: Word[]) => words.filter(is).map((word) => word.written)
  return said(what, written(left), written(right))
}

/** The items of a list that another lacks, each as often as it occurs. */
function missing(list: string[], other: string[]): string[] {
  const rest = [...other]
  return list.filter((item) => {
    const place = rest.indexOf(item)
    if (place >= 0) rest.splice(place, 1)
    return place < 0
  })
}

/** The quotations of a question whose words the other does not contain. */
function unquoted({ quoted }: Question, { text }: Question): string[] {
  const plain = (one: string) => ` ${wordsOf(one).map(normalizeSpelling).join(' ')} `
  const held = plain(text)
  return quoted.filter((part) => !held.includes(plain(part)))
}

function isRare({ rarity }: WordTable, { stem, number }: Word): boolean {
  return number === null && !rarity.has(stem)
}

/** Questions about words themselves: a text to be translated, spelled or counted is not the wording of a question. */
const ABOUT_WORDS =
  /^(?:spelled|spelling|spelt|letters?|syllables?|vowels?|rhymes?|anagrams?|plural|pronounc\w*|tense|uppercase|lowercase)$/
const WORK_ON =
  /^(?:please )?(?:translate|correct|proofread|rewrite|rephrase|paraphrase|summari[sz]e|spell|fix|edit)\b/i

function isAboutWords({ text, words }: Question): boolean {
  return WORK_ON.test(text) || words.some(({ folded }) => ABOUT_WORDS.test(folded))
}

function allWords({ words }: Question): string {
  return words
    .filter(({ inOpening }) => !inOpening)
    .map(({ written }) => written.toLowerCase())
    .join(' ')
}

/** Coming from a place is not going there. */
function isTurned(one: string, other: string): boolean {
  const there = (mark: string) => ['to', 'into', 'onto', 'towards', 'toward'].includes(mark)
  return (one === 'from' && there(other)) || (other === 'from' && there(one))
}

/** Kinds that ask about a state, so that the tense matters; ways and reasons are asked for in any tense. */
const DATED = new Set<QuestionKind>([
  'yes-no',
  'who',
  'what',
  'which',
  'when',
  'where',
  'how-many',
  'how-much',
])

function areOfOtherTimes(left: Question, right: Question): boolean {
  const has = ({ words }: Question, is: (word: Word) => boolean) => words.some(is)
  const isPast = (question: Question) => has(question, ({ wordClass }) => wordClass === 'past')
  const isFuture = (question: Question) => has(question, ({ folded }) => folded === 'will')
  if ((isPast(left) && isFuture(right)) || (isPast(right) && isFuture(left))) return true
  if (!DATED.has(left.form.kind)) return false
  const isPresent = (question: Question) =>
    !isPast(question) && has(question, ({ wordClass }) => wordClass === 'present')
  if ((isPast(left) && isPresent(right)) || (isPast(right) && isPresent(left))) return true
  return isYesOrWhen(left) && isFuture(left) !== isFuture(right)
}

function isYesOrWhen({ form }: Question): boolean {
  return form.kind === 'yes-no' || form.kind === 'when'
}

/** Must, should and may make three different yes-or-no questions; how to do something can be asked with any of them. */
function mustOrMay({ words, form }: Question): string {
  if (form.kind !== 'how-to' && words.some(({ folded }) => folded === 'must')) return 'must'
  if (form.kind !== 'yes-no' && form.attribute === null) return ''
  return words.some(({ folded }) => folded === 'should') ? 'should' : ''
}

/** Words that are easily overlooked but change what is meant: the name of a file, a known bug, a used car. */
const NARROWING = new Set('name known kind type even used'.split(' '))
/** These exclude something wherever they stand, even in “the only way to”. */
const EXCLUDING = new Set(['only', 'except'])

function narrowingIn({ words }: Question): string[] {
  const found = words.filter(
    ({ folded, inOpening }) => EXCLUDING.has(folded) || (!inOpening && NARROWING.has(folded)),
  )
  return found.map(({ folded }) => folded)
}

/** Apple is a company, an apple is not. */
function isOneOfItsKind(one: Word, left: Question, other: Word, right: Question): boolean {
  const hasArticle = (word: Word, { words }: Question) => /^an?$/.test(words[word.place - 1]?.folded ?? '')
  if (one.isName === other.isName) return false
  return one.isName ? hasArticle(other, right) : hasArticle(one, left)
}

/** Alien and Aliens are two films. */
function isOtherForm(one: Word, other: Word): boolean {
  return one.stem === other.stem && one.number === null && one.folded !== other.folded
}

/** Two opposites, each on only one side; function words such as “before” count too. */
function oppositesIn({ left, right, alignment }: QuestionPair): string | null {
  const [ones, others] = [
    unshared(left, right, alignment.leftOver),
    unshared(right, left, alignment.rightOver),
  ]
  const tied = alignment.pairs
    .filter(({ tie }) => tie !== 'equal')
    .map((pair) => [pair.left, pair.right] as const)
  for (const [one, other] of [
    ...ones.flatMap((word) => others.map((also) => [word, also] as const)),
    ...tied,
  ])
    if (areOpposite(one.folded, other.folded) || isDenied(one.folded, other.folded))
      return `opposites ${one.written} / ${other.written}`
  return null
}

function unshared({ words }: Question, other: Question, over: Word[]): Word[] {
  const held = new Set(other.words.map(({ stem }) => stem))
  const free = new Set(over)
  return words.filter(
    (word) => (free.has(word) || (word.wordClass !== null && !word.inOpening)) && !held.has(word.stem),
  )
}
