import { normalizeSpelling, stem, wordsOf } from '../../language/words.ts'
import { hasOtherFinePrint } from './fine-print.ts'
import type { Interrogative } from './question-form.ts'
import type { ReadQuestion, Word } from './read-question.ts'
import { isNameIn, type WordTable } from './verifier-model.ts'
import type { QuestionPair } from './word-order.ts'

/** Whether two questions have one kind of difference that no similarity outweighs. */
type Veto = (pair: QuestionPair, table: WordTable) => boolean

/** Each kind of difference by name, so that it can be measured separately. */
export const VETOES: Record<string, Veto> = {
  number: ({ alignment: { leftOver, rightOver } }) =>
    [...leftOver, ...rightOver].some(({ stem }) => /\d/.test(stem)),
  quotation: ({ left, right }) => quotesMore(left, right) || quotesMore(right, left),
  negation: ({ left, right }) => left.negations % 2 !== right.negations % 2,
  opposite: hasOpposites,
  direction: ({ order }) => order.isTurned,
  swap: ({ order }) => order.isSwapped,
  'names turned': ({ order }) => order.areNamesTurned,
  name: ({ alignment: { leftOver, rightOver } }, table) =>
    [leftOver, rightOver].every((words) =>
      words.some((word) => isNameIn(table, word) || isRare(table, word)),
    ),
  'fine print': ({ left, right }) => hasOtherFinePrint(left.text, right.text),
  // A text to be translated or corrected is not the wording of a question.
  'text at hand': ({ left, right }) =>
    [left, right].some(({ text }) => WORK_ON.test(text)) && allWords(left) !== allWords(right),
  // Coming from a place is not going there.
  towards: ({ alignment: { pairs } }) => pairs.some(({ left, right }) => isTurned(left.mark, right.mark)),
  tense: ({ left, right }) => areOfOtherTimes(left, right),
  modality: ({ left, right }) => mustOrMay(left) !== mustOrMay(right),
  // Alien and Aliens are two films.
  'form of a name': ({ alignment: { pairs } }) =>
    pairs.some(({ left, right }) => left.isName && right.isName && isOtherForm(left, right)),
  narrowing: ({ left, right }) => narrowingIn(left) !== narrowingIn(right),
  // Apple is a company, an apple is not.
  'one of its kind': ({ left, right, alignment: { pairs } }) =>
    pairs.some((pair) => isOneOfItsKind(pair.left, left, pair.right, right)),
}

/** The kinds of difference that distinguish two questions regardless of what they share. */
export function vetoesOf(pair: QuestionPair, table: WordTable): string[] {
  return Object.keys(VETOES).filter((name) => VETOES[name]!(pair, table))
}

/** Whether a question quotes words that the other does not contain. */
function quotesMore({ quoted }: ReadQuestion, { text }: ReadQuestion): boolean {
  const plain = (one: string) => ` ${wordsOf(one).map(normalizeSpelling).join(' ')} `
  return quoted.some((part) => !plain(text).includes(plain(part)))
}

function isRare({ rarity }: WordTable, { stem, number }: Word): boolean {
  return number === null && !rarity.has(stem)
}

const WORK_ON =
  /^(?:please )?(?:translate|correct|proofread|rewrite|rephrase|paraphrase|summari[sz]e|spell|fix|edit)\b/i

function allWords({ words }: ReadQuestion): string {
  return words
    .filter(({ inOpening }) => !inOpening)
    .map(({ written }) => written.toLowerCase())
    .join(' ')
}

function isTurned(one: string, other: string): boolean {
  const there = (mark: string) => ['to', 'into', 'onto', 'towards', 'toward'].includes(mark)
  return (one === 'from' && there(other)) || (other === 'from' && there(one))
}

/** Ways and reasons are asked for in any tense; other kinds ask about a state, so that the tense matters. */
const UNDATED = new Set<Interrogative>(['how-to', 'how', 'why', 'none'])

function areOfOtherTimes(left: ReadQuestion, right: ReadQuestion): boolean {
  const [one, other] = [tenseOf(left), tenseOf(right)]
  if (one === other || one === null || other === null) return false
  return !UNDATED.has(left.form.kind) || (one !== 'present' && other !== 'present')
}

function tenseOf({ words }: ReadQuestion): 'past' | 'future' | 'present' | null {
  if (words.some(({ wordClass }) => wordClass === 'past')) return 'past'
  if (words.some(({ folded }) => folded === 'will')) return 'future'
  return words.some(({ wordClass }) => wordClass === 'present') ? 'present' : null
}

/** Must, should and may make three different yes-or-no questions; how to do something can be asked with any of them. */
function mustOrMay({ words, form }: ReadQuestion): string {
  if (form.kind !== 'how-to' && words.some(({ folded }) => folded === 'must')) return 'must'
  if (form.kind !== 'yes-no' && form.attribute === null) return ''
  return words.some(({ folded }) => folded === 'should') ? 'should' : ''
}

/** Words that are easily overlooked but change what is meant: the name of a file, a known bug, a used car. */
const NARROWING = new Set('name known kind type even used'.split(' '))
/** These exclude something wherever they stand, even in “the only way to”. */
const EXCLUDING = new Set(['only', 'except'])

function narrowingIn({ words }: ReadQuestion): string {
  return words
    .filter(({ folded, inOpening }) => EXCLUDING.has(folded) || (!inOpening && NARROWING.has(folded)))
    .map(({ folded }) => folded)
    .sort()
    .join(' ')
}

function isOneOfItsKind(one: Word, left: ReadQuestion, other: Word, right: ReadQuestion): boolean {
  const hasArticle = (word: Word, { words }: ReadQuestion) =>
    /^an?$/.test(words[word.place - 1]?.folded ?? '')
  if (one.isName === other.isName) return false
  return one.isName ? hasArticle(other, right) : hasArticle(one, left)
}

function isOtherForm(one: Word, other: Word): boolean {
  return one.stem === other.stem && one.number === null && one.folded !== other.folded
}

/** Words that reverse what is asked and are easily overlooked. Other opposites the trees see as different words. */
const OPPOSITES = `
before | after ; for | against ; into onto | out off ; above over | below under beneath ; up | down ; inside | outside
all every each | some few ; more_than | less_than ; with | without ; he him his | she her ; first | last latest
enable | disable ; login | logout out ; start begin | stop end quit ; allow permit accept | block forbid deny reject ban
increase raise gain more higher | decrease reduce lower lose less fall
`

export const OPPOSITE_SIDES = OPPOSITES.trim()
  .split(/ ; |\n/)
  .map((line) => line.split(' | ').map((words) => words.split(' ')))
const STEMS_OF_SIDES = OPPOSITE_SIDES.map((sides) => sides.map((words) => new Set(words.map(stem))))

/** Two opposites, each on only one side; function words such as “before” count too. */
function hasOpposites({ left, right, alignment: { pairs, leftOver, rightOver } }: QuestionPair): boolean {
  const others = unshared(right, left, rightOver)
  const areTurned = (one: Word, other: Word) =>
    areOpposite(one.stem, other.stem) || isDenied(one.folded, other.folded)
  return (
    unshared(left, right, leftOver).some((one) => others.some((other) => areTurned(one, other))) ||
    pairs.some((pair) => pair.tie !== 'equal' && areTurned(pair.left, pair.right))
  )
}

function unshared({ words }: ReadQuestion, other: ReadQuestion, over: Word[]): Word[] {
  const held = new Set(other.words.map(({ stem }) => stem))
  const free = new Set(over)
  return words.filter(
    (word) => (free.has(word) || (word.wordClass !== null && !word.inOpening)) && !held.has(word.stem),
  )
}

function areOpposite(left: string, right: string): boolean {
  return STEMS_OF_SIDES.some(
    ([one, other]) => (one!.has(left) && other!.has(right)) || (one!.has(right) && other!.has(left)),
  )
}

/** Whether one word is the other with a negating prefix: legal and illegal, happy and unhappy. */
function isDenied(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length < 4 || !long.endsWith(short)) return false
  return /^(?:un|in|im|il|ir|dis|non|de|anti|mis|a)$/.test(long.slice(0, long.length - short.length))
}
