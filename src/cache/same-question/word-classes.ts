import { isStopWord } from '../../language/words.ts'

/** Words by their function in a question, whatever it is about. */
const CLASSES = {
  negation: 'not no never none neither nor nobody nothing without non nowhere',
  quantity:
    'all every each some any most least more less few fewer only both many much several enough half at_least at_most more_than less_than entire whole',
  person: 'he she him her his hers they them their theirs',
  self: 'i me my mine myself we us our ours ourselves you your yours yourself one someone somebody anyone person people',
  modality: 'can could may might must should shall will would able',
  past: 'was were did had been',
  present: 'is are am do does has have being be',
  future: 'will shall going',
  place: 'in on at of for with as about by into within inside upon among along near around per to from',
  order:
    'before after above below over under since until till during between against across through beyond behind off out up down',
  joint: 'and or but if then so because while than whether nor though although unless except versus',
  question: 'what which who whom whose when where why how',
} as const

export type WordClass = keyof typeof CLASSES

const CLASS_OF = new Map<string, WordClass>()
for (const [name, words] of Object.entries(CLASSES)) {
  // “Will” asks about the future and about possibility; a word belongs to the first class that contains it.
  for (const word of words.split(' ')) if (!CLASS_OF.has(word)) CLASS_OF.set(word, name as WordClass)
}

/** Words that make a question longer without changing it. */
const FILLERS = new Set(
  'really actually exactly ever truly simply indeed got kind thing things something anything let way ways exist'.split(
    ' ',
  ),
)

/** Words that mark the role of the words after them: “from Boston”, “than Java”, “by Brutus”. */
const ROLE_MARKS = new Set(
  'in on at of for with without by from to into onto than before after above below over under since until during between against across through about versus as within towards toward via near around per instead except'.split(
    ' ',
  ),
)

/** Whether a folded word marks the role of the words after it. */
export function isRoleMark(word: string): boolean {
  return ROLE_MARKS.has(word)
}

/** The class of a folded word that carries no content of its own; null for one that does. */
export function classOf(word: string): WordClass | 'filler' | null {
  const known = CLASS_OF.get(word)
  if (known !== undefined) return known
  return FILLERS.has(word) || (isStopWord(word) && word !== 'same' && word !== 'other' && word !== 'own')
    ? 'filler'
    : null
}
