import { memoise } from '../utils/memoise.ts'

const STOP_WORDS = new Set(
  `a an the of in on at to for from by with as is are was were be been being am do does did done has have had having
  it its this that these those there here what which who whom whose when where why how much many and or but if then than so
  such not no nor can could will would shall should may might must i you he she we they me him her us them my your his our
  their about into over under between through during before after up down out off again also just only very too more most
  some any each every all both few other own same s t re ve ll d m please tell give name called known`.split(
    /\s+/,
  ),
)

const NEGATIONS = new Set('not no never none neither nor cannot without nobody nothing false'.split(' '))

const ODDLY_SPACED = /[^\S ]| {2}/

/** Trims a text and replaces every run of white space by one space. */
export function collapseSpaces(text: string): string {
  return ODDLY_SPACED.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim()
}

/** Whether a text is pure ASCII, so that it needs no Unicode normalisation. */
export function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}

/** Normalises a text for comparison: compatibility forms folded, accents and case removed. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** The folded words and numbers of a text; a contracted “n’t” becomes the word “not”. */
export function wordsOf(text: string): string[] {
  const plain = joinThousands(foldText(text).replace(/n['’]t\b/g, ' not'))
  return plain.match(/[\p{L}\p{N}]+(?:\.\p{N}+)?/gu) ?? []
}

/** Removes the thousands separators from numbers: 299 792 458 and 299,792,458 become 299792458. */
export function joinThousands(text: string): string {
  return text.replace(/(\d)[,\s\u2009\u202f](?=\d{3}\b)/g, '$1')
}

/** Words that match may have an ending that `stem` removes; all others are returned early. */
const ENDING = /[degsy]$|(.)\1$/

/** A word without its most common English endings, so that “travels” and “travelling” have the same stem. */
export const stem = memoise(computeStem, { most: 20_000, longestText: 12 })

function computeStem(word: string): string {
  // The s of https is not a plural.
  if (word.length <= 3 || !ENDING.test(word) || /\d/.test(word) || word === 'https') return word
  return word
    .replace(/(ies)$/, 'y')
    .replace(/(sses)$/, 'ss')
    .replace(/([^s])s$/, '$1')
    .replace(/(?<=.{3})(ing|edly|ed|ly)$/, '')
    .replace(/(.)\1$/, '$1')
    .replace(/(?<=.{3})e$/, '')
}

/** Whether a folded word is a function word, such as “the” or “of”. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word)
}

/** Whether a text is negated: it contains an odd number of negations. */
export function isNegated(text: string): boolean {
  return wordsOf(text).filter((word) => NEGATIONS.has(word)).length % 2 === 1
}

/** Maps British and American endings to one form, which need not be a real word. */
const ENDINGS: Array<[RegExp, string]> = [
  [/our(s|ed|ing|ite|ites|al|ful|able)?$/, 'or$1'],
  [/is(e|es|ed|er|ers|ing|ation|ations)$/, 'iz$1'],
  [/ys(e|es|ed|er|ers|ing)$/, 'yz$1'],
  [/(cen|thea|me|li|lus|spec|mi)tre(s|d)?$/, '$1ter$2'],
  [/ogue(s)?$/, 'og$1'],
  [/(def|off|lic|pret)ence(s)?$/, '$1ense$2'],
  [/([aeiou])ll(ed|ing|er|ers)$/, '$1l$2'],
]
const SHORTEST = 5
/** Other words and how they are spelled here. */
const WORDS = new Map(
  `grey gray, tyre tire, tyres tires, programme program, programmes programs, cheque check, cheques checks, maths
  math, mathematics math, aeroplane airplane, aluminium aluminum, aeroplanes airplanes, sulphur sulfur, mum mom,
  draught draft, kerb curb, pyjamas pajamas, judgement judgment, ageing aging, jewellery jewelry, plough plow,
  sceptic skeptic, sceptical skeptical, storey story, oestrogen estrogen, haemoglobin hemoglobin, anaemia anemia,
  paediatric pediatric, encyclopaedia encyclopedia, skilful skillful, 1st first, alot lot, ur your, pls please, plz
  please, thru through, tho though, wat what, becuase because, cuz because, coz because, bcoz because, b4 before, gf
  girlfriend, bf boyfriend, pics picture, pic picture`
    .split(/,\s+/)
    .map((pair) => pair.split(/\s+/) as [string, string]),
)

/** Normalises the spelling of a folded word, so that “colour” and “color” become the same. */
export function normalizeSpelling(word: string): string {
  const known = WORDS.get(word)
  if (known !== undefined) return known
  if (word.length < SHORTEST) return word
  for (const [ending, replacement] of ENDINGS) if (ending.test(word)) return word.replace(ending, replacement)
  return word
}
