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
