import { normalizeText } from '../../../../language/quantity/index.ts'

/** One number in digits or in a word. */
const NUMBER = String.raw`(-?[\d.,]*\d|[a-z]+(?:-[a-z]+)?)`

const LEADS = [
  /^(?:please|hey|hi|hello|ok|okay|so|well)[,:!]? /i,
  /^(?:can|could|would|will) you (?:please )?/i,
  /^(?:tell|give|show) me /i,
  /^(?:calculate|compute|evaluate|find|solve|work out|determine)(?: for me)?:? /i,
  /^what(?:'s|s| is| are| would be) /i,
  /^(?:what|how much) (?:does|do|is|are) /i,
  /^(?:the )?(?:exact )?(?:value|result|answer) (?:of|to|for) /i,
  /^the (?=\p{L})/iu,
]
const TAILS = [
  /(?<![?.\s])[?.\s]+$/,
  / ?=$/,
  / (?:equals?(?: to)?|make|come to|is what)$/i,
  /,? (?:please|for me|exactly)$/i,
  / as a decimal(?: number)?$/i,
]

/** A slash or hyphen in these is not an operator: dates, spans of years, telephone numbers, well-known names. */
const NAMES =
  /^(?:\d{4}-\d{1,2}-\d{1,2}|\d+\/\d+\/\d+|(?:1\d|20)\d\d[-/–](?:\d\d|(?:1\d|20)\d\d)|\d{3}-\d{4}|9\/11|24\/7|50\/50|20\/20|9-1-1|7-11)$/

/** Whole questions whose operands have an order of their own; each _ is one number, so that nothing is ambiguous. */
const COMMANDS = [
  ['(?:subtract|take) _ (?:away )?from _', '$2 - $1'],
  ['_ (?:less than|subtracted from) _', '$2 - $1'],
  ['_ more than _', '$2 + $1'],
  ['add _ (?:and|to) _', '$1 + $2'],
  ['multiply _ (?:by|and|with) _', '$1 * $2'],
  ['divide _ by _', '$1 / $2'],
  ['remainder (?:of|when) _ (?:is )?divided by _', '$1 mod $2'],
  ['(?:twice|double) _', '2 * $1'],
  ['factorial of _', '$1!'],
  ['square of _', '$1^2'],
  ['cube of _', '$1^3'],
  ['increase _ by _ ?%', '$1 * (100 + $2) / 100'],
  ['decrease _ by _ ?%', '$1 * (100 - $2) / 100'],
  ['_ ?% off(?: of)? _', '$2 * (100 - $1) / 100'],
  ['what (?:percentage|%) of _ is _', '$2 / $1 in %'],
  ['_ (?:is what|as a) (?:percentage|%) of _', '$1 / $2 in %'],
  ['_ (?:in|as)(?: a)? (?:percentage|%)', '$1 in %'],
].map(([pattern, symbols]) => [new RegExp(`^${pattern!.replaceAll('_', NUMBER)}$`), symbols!] as const)

/** Words and signs for operators, and the symbols that stand for them. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d) % (?=\d)|(?<=\d)%(?=\d)/g, ' mod '],
  [/\b(?:plus|added to)\b/g, '+'],
  [/\b(?:minus|take away|negative)\b/g, '-'],
  [/\b(?:times|multiplied by)\b|[×·]|(?<=[\d)] ?)x(?= ?[\d(])/g, '*'],
  [/\b(?:divided by|over)\b|÷/g, '/'],
  [/\bmodulo\b/g, 'mod'],
  [/\b(?:raised )?to the power(?: of)?\b|\*\*/g, '^'],
  [/\b(?:raised )?to the (\d+)(?:st|nd|rd|th)(?: power)?\b/g, '^$1'],
  [/ ?\bsquared\b/g, '^2'],
  [/ ?\bcubed\b/g, '^3'],
  [/√|\b(?:the )?square root(?: of)?\b/g, 'sqrt'],
  [/\b(?:the )?cube root(?: of)?\b/g, 'cbrt'],
  [/ factorial\b/g, '!'],
  [/π/g, 'pi'],
  [/(\d+) ?\/ ?(\d+) of /g, '($1 / $2) of '],
]

const LIST = /^(sum|total|product|average|mean) of (?:the numbers )?(.+)$/
const ELEMENT = new RegExp(`^${NUMBER}$`)

/** The question without the words that only ask; null if it cannot be arithmetic. */
export function askedText(question: string): string | null {
  let text = normalizeText(question)
  for (let before = ''; before !== text; ) {
    before = text
    for (const part of [...TAILS, ...LEADS]) text = text.replace(part, '')
  }
  return NAMES.test(text) ? null : text.trim()
}

/** An arithmetic question as an expression in symbols: “the average of 2 and 4” is (2 + 4) / 2. */
export function inSymbols(asked: string): string {
  const text = asked.toLowerCase().replace(/\bper ?cent\b/g, '%')
  const [, name, listed] = LIST.exec(text) ?? []
  if (name !== undefined) return listInSymbols(name, listed!.split(/,? and |, ?/))
  const command = COMMANDS.find(([pattern]) => pattern.test(text))
  const ordered = command ? text.replace(...command) : text
  return WORDS.reduce((written, [pattern, symbol]) => written.replace(pattern, symbol), ordered)
}

function listInSymbols(name: string, elements: string[]): string {
  // “The sum of 3 and 4 times 2” may be 14 or 11.
  if (elements.length < 2 || !elements.every((element) => ELEMENT.test(element))) return ''
  if (name === 'product') return elements.join(' * ')
  const sum = elements.join(' + ')
  return name === 'average' || name === 'mean' ? `(${sum}) / ${elements.length}` : sum
}
