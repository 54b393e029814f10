import type { Word } from '../../src/cache/same-question/read-question.ts'
import { OPPOSITE_SIDES } from '../../src/cache/same-question/vetoes.ts'
import { MONTHS, WEEKDAYS } from '../../src/language/calendar-date.ts'
import { normalizeSpelling, stem } from '../../src/language/words.ts'
import type { Change, TrapSource } from './trap-source.ts'

const UNITS = [
  'kilometers',
  'miles',
  'meters',
  'feet',
  'kg',
  'pounds',
  'dollars',
  'euros',
  'rupees',
  'hours',
  'minutes',
  'days',
  'weeks',
  'months',
  'years',
  'liters',
  'gallons',
  'Celsius',
  'Fahrenheit',
  'GB',
  'MB',
  'grams',
  'ounces',
]
const CONDITIONS = [
  'for beginners',
  'for children',
  'for free',
  'without money',
  'in winter',
  'at night',
  'during pregnancy',
  'under 18',
  'on Windows',
  'on a Mac',
  'with a budget of $500',
  'at home',
  'for women',
  'for men over 50',
  'by law',
  'in the 19th century',
  'for a small company',
  'using Python',
  'over the phone',
  'before the exam',
  'abroad',
  'after surgery',
]
const PLACES = [
  'India',
  'China',
  'Canada',
  'Germany',
  'the UK',
  'Brazil',
  'Texas',
  'London',
  'Paris',
  'Japan',
  'Delhi',
  'Boston',
  'Chicago',
  'Denver',
]
const ASKING: Record<string, string[]> = {
  who: ['When', 'Why', 'Where'],
  when: ['Why', 'Where', 'How'],
  where: ['When', 'Why', 'How'],
  why: ['How', 'When', 'Where'],
  how: ['Why', 'When', 'Where'],
  what: ['Who', 'Why'],
}

/** Changes after which a question asks something else. */
export const CHANGES: Record<string, Change> = {
  number: ({ text, pick }) => {
    const found = pick([...text.matchAll(/(?<![\p{L}\d.,])\d{1,4}(?![\p{L}\d]|[.,]\d)/gu)], 'number')
    if (found === undefined) return null
    const value = Number(found[0])
    return replaceAt(
      text,
      found.index,
      found[0],
      String(pick([value + 1, value + 2, value * 2 + 1, Math.max(0, value - 1), value + 10], 'new')),
    )
  },
  unit: (source) => swapWord(source, UNITS),
  month: (source) => swapWord(source, MONTHS.map(capital)),
  weekday: (source) => swapWord(source, WEEKDAYS.map(capital)),
  'year added': ({ text, pick }) =>
    beforeEnd(text, `in ${pick([2009, 2011, 2012, 2013, 2015, 2017, 2018, 1999], 'year')}`),
  'place added': ({ text, pick }) => beforeEnd(text, `in ${pick(PLACES, 'place')}`),
  condition: ({ text, pick }) => beforeEnd(text, pick(CONDITIONS, 'condition')!),
  name: ({ text, words, pick, names }) => {
    const name = pick(
      words.filter((word) => isPlain(word) && word.isName),
      'name',
    )
    return name === undefined ? null : replaceWord(text, name.written, pick(names, 'other')!)
  },
  noun: ({ text, words, pick, nouns }) => {
    const noun = pick(
      words.filter((word) => isPlain(word) && !word.isName),
      'noun',
    )
    return noun === undefined ? null : replaceWord(text, noun.written, pick(nouns, 'other noun')!)
  },
  opposite: ({ text, words, pick }) => {
    const found = pick(
      words.filter(({ folded, inOpening }) => !inOpening && oppositesOf(folded).length > 0),
      'opposite',
    )
    return found === undefined
      ? null
      : replaceWord(text, found.written, pick(oppositesOf(found.folded), 'to')!)
  },
  negation: ({ text, pick }) => {
    const found = pick(
      [...text.matchAll(/\b(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have) /gi)],
      'negation',
    )
    if (found === undefined) return null
    const rest = text.slice(found.index + found[0].length)
    const [subject] = /^(?:the |a |an |my |your )?\S+ /.exec(rest) ?? ['']
    return /\bnot\b|n['’]t\b/.test(text) || /^only\b/.test(rest.slice(subject.length))
      ? null
      : `${text.slice(0, found.index)}${found[0]}${subject}not ${rest.slice(subject.length)}`
  },
  direction: ({ text }) => {
    const found = /\bfrom ((?:\S+ ){1,2})to (\S+?(?: \p{Lu}\S*?)?)(?=[?.,!]| |$)/u.exec(text)
    return found && found[1]!.trim() !== found[2]
      ? replaceAt(text, found.index, found[0], `from ${found[2]} to ${found[1]!.trim()}`)
      : null
  },
  comparison: ({ text }) => {
    const found = /\b(?:is|are|was) (\S+) (\S+ than) (\S+?)(?=[?.,!]| |$)/i.exec(text)
    return found
      ? text.replace(found[0], `${found[0].split(' ')[0]} ${found[3]} ${found[2]} ${found[1]}`)
      : null
  },
  'word swap': ({ text, words, pick }) => {
    const open = words.filter(isPlain)
    const pairs = open.flatMap((one, index) =>
      open
        .slice(index + 1)
        .filter(
          (other) =>
            other.place > one.place + 1 &&
            (other.row !== one.row || other.member === one.member) &&
            one.isName === other.isName,
        )
        .map((other) => [one, other] as const),
    )
    const pair = pick(pairs, 'swap')
    return pair === undefined ? null : swapWords(text, pair[0].written, pair[1].written)
  },
  'word swap, reworded': (source) => {
    const swapped = CHANGES['word swap']!(source)
    if (swapped === null) return null
    const bare = swapped.replace(/ (?:the|a|an) (?=\p{L})/gu, ' ')
    const last = / (?:in|on|at|for|with|from|of) (?:\p{L}+ ?){1,2}(?=\?$)/u.exec(bare)
    return last === null ? bare : `${capital(last[0].trim())}, ${bare.slice(0, last.index)}?`
  },
  'question word': ({ text, pick }) => {
    const found = /^(who|when|where|why|how|what)(?= (?:is|are|was|were|do|does|did|can|will) )/i.exec(text)
    return found ? pick(ASKING[found[1]!.toLowerCase()]!, 'asking')! + text.slice(found[0].length) : null
  },
  'part dropped': ({ text }) => {
    const found =
      / (?:in|at|on|for|with|without|from|under|after|before) (?:the |a |an |my )?\p{L}+(?: \p{Lu}\p{L}+)?(?=\s*\?$)/u.exec(
        text,
      )
    return found ? text.replace(found[0], '') : null
  },
  quantifier: ({ text, pick }) => {
    const pairs: Array<[RegExp, string[]]> = [
      [/\b(?:all|every)\b/, ['some', 'most', 'no']],
      [/\bmost\b/, ['least', 'some']],
      [/\bat least\b/, ['at most']],
      [/\bmore than\b/, ['less than']],
      [/\b(?:best)\b/, ['worst', 'second best']],
      [/\b(?:largest|biggest)\b/, ['smallest', 'second largest']],
      [/\bhighest\b/, ['lowest', 'second highest']],
      [/\bfirst\b/, ['last', 'second']],
    ]
    const found = pick(
      pairs.filter(([from]) => from.test(text)),
      'quantifier',
    )
    return found === undefined ? null : text.replace(found[0], pick(found[1], 'quantity')!)
  },
}

function isPlain({ wordClass, number, inOpening, written }: Word): boolean {
  return wordClass === null && number === null && !inOpening && /^\p{L}{3,}$/u.test(written)
}

function capital(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}

function replaceAt(text: string, index: number, found: string, by: string): string {
  return text.slice(0, index) + by + text.slice(index + found.length)
}

function replaceWord(text: string, word: string, by: string): string | null {
  const index = placeOf(text, word)
  return index < 0 ? null : replaceAt(text, index, word, by)
}

function placeOf(text: string, word: string): number {
  for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1)) {
    const around = `${text[index - 1] ?? ' '}${text[index + word.length] ?? ' '}`
    if (!/[\p{L}\p{N}]/u.test(around)) return index
  }
  return -1
}

function swapWords(text: string, one: string, other: string): string | null {
  const [first, second] = [placeOf(text, one), placeOf(text, other)]
  if (first < 0 || second <= first) return null
  return (
    text.slice(0, first) +
    other +
    text.slice(first + one.length, second) +
    one +
    text.slice(second + other.length)
  )
}

function swapWord({ text, words, pick }: TrapSource, list: string[]): string | null {
  const folded = list.map((word) => word.toLowerCase())
  const found = words.find(({ written }) => folded.includes(written.toLowerCase()))
  if (found === undefined) return null
  return replaceWord(
    text,
    found.written,
    pick(
      list.filter((word) => word.toLowerCase() !== found.written.toLowerCase()),
      'listed',
    )!,
  )
}

function beforeEnd(text: string, addition: string): string | null {
  return /[\p{L}\p{N}]\s*\?$/u.test(text) ? text.replace(/\s*\?$/, ` ${addition}?`) : null
}

/** The words listed as opposites of a word. */
function oppositesOf(word: string): string[] {
  const isIt = (listed: string) => [normalizeSpelling(listed), stem(normalizeSpelling(listed))].includes(word)
  return OPPOSITE_SIDES.flatMap((sides) => {
    const own = sides.findIndex((words) => words.some(isIt))
    return own === -1 ? [] : sides.flatMap((words, side) => (side === own ? [] : words))
  })
}
