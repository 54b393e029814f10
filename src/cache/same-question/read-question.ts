import { collapseSpaces, stem } from '../../language/words.ts'
import { joined, type NumberToken, numberOf, unitNamed } from './number-token.ts'
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

/** A question after reading; each is read once. */
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
