export type Interrogative = keyof typeof OPENINGS | 'how-many' | 'how-much' | 'none'

export interface QuestionForm {
  kind: Interrogative
  /** Where its opening begins and how many words it takes. */
  start: number
  length: number
  /** What is asked about the thing, if the opening says so: “how tall” asks for the height. */
  attribute: string | null
  /** Words of the rest that only accompany the attribute: “how fast does light travel”. */
  idle: string[]
}

const PERSON = '(?:i|we|you|one|someone|somebody|anyone|people|they|he|she|a person|a beginner|a student)'
const AUXILIARY = '(?:do|does|can|could|should|would|will|shall|may|might|must|to)'
const BE = '(?:is|are|was|were|be|been|am|will be|would be)'
const MANNER =
  '(?:best|good|better|easy|easiest|simple|simplest|quick|quickest|fastest|fast|effective|most effective|efficient|most efficient|great|possible|different|various|right|proper|correct|ideal|perfect|some|only|most)'
const WAY =
  '(?:way|ways|method|methods|technique|techniques|procedure|process|steps|tips|tricks|approach|approaches|strategy|strategies|solution|solutions)'

/** Openings by what they ask; the first that matches is used. */
const OPENINGS = {
  'how-to': [
    `how ${AUXILIARY} ${PERSON} (?:go about |get to |learn to |best |start to |be able to |possibly |actually |manage to )?`,
    'how (?:to|do)(?: go about| best| i)? ',
    `(?:what|which) (?:${BE}|s) (?:the |a |an |some |your |my |all )*(?:of the )?(?:${MANNER} )*(?:of the )?${WAY} (?:to|of|for|in which|by which|on how to|that i can|i can|you can|we can)(?: how to)? `,
    `what (?:should|can|could|must|do|would) ${PERSON} (?:do|have to do|need to do) (?:to|in order to|so that i|so i|for) `,
    `(?:${BE} there|do you have|are there) (?:a |an |any |some )*(?:${MANNER} )*${WAY} (?:to|of|for|that i can|i can|you can) `,
    '(?:show me how|teach me how|guide me|help me|instructions|guide|tutorial|need help) (?:to|on how to) ',
  ],
  why: [
    `why (?:${BE}|do|does|did|has|have|had|can|could|should|would|will|must|the) `,
    '(?:what|which) (?:is|are|was|were|could be|might be|can be) (?:the |a |some |your )*(?:main |real |exact |actual |primary |possible |major |best |most )*(?:reason|reasons|cause|causes)(?: (?:why|that|for|behind|of))* ',
    '(?:what|which) (?:causes|caused|cause|makes|made|led to) ',
  ],
  // “When it rains, …” is not a question yet.
  when: ['(?:since |until |by )?when (?!(?:i|you|it|he|she|we|they|the|a|an|my|your|there|this|that) )'],
  where: ['(?:from )?where '],
  who: [
    '(?:what|which) (?:person|people|man|woman|artist|painter|author|writer|actor|singer|scientist) ',
    '(?:to |by |with |from |for )?(?:who|whom|whose)(?: (?:is|are|was|were|did|does|do|will|has|have))? ',
  ],
  which: [`which (?:one |ones )?(?:of (?:the |these )?(?:following )?)?(?:${BE} )?(?:the |a |an |some )?`],
  how: [
    'how (?:is|are|was|were|does|do|did|can|could|will|would|has|have|should|must|may|might) ',
    'how (?=(?:the|a|an|my|your|this|it) )',
  ],
  what: [
    'what (?:exactly |really |actually )?(?:is|are|was|were|s|will be|would be)(?: (?:the|a|an|some|your|all|meant by|your opinion on|your opinion of|it|there|any))* ',
    '(?:i|we) (?:want|need|would like|wish|would love|am looking for|am interested in|am searching for)(?: to (?:know|see|find|get|have|plan|make|book))?(?: (?:a|an|the|some|all|information|info|details|on|about|for))* ',
    '(?:looking for|requesting|information|info|details)(?: (?:a|an|the|some|all|information|info|on|about|for))* ',
    '(?:list|name|show|give|find|define|describe|explain|meaning of|definition of|display|get|tell|provide)(?: (?:me|us|all|the|a|an|out|some|of|what|which|is|are|about|again))* ',
    'what ',
  ],
  'yes-no': [
    '(?:is|are|was|were|am|do|does|did|can|could|should|would|will|shall|has|have|had|may|might|must)(?: (?:it|there|the|a|an|i|we|you|one|someone|people|any))* ',
  ],
}
const EXPRESSIONS = Object.entries(OPENINGS).flatMap(([kind, openings]) =>
  openings.map((opening) => [kind as Interrogative, new RegExp(`^${opening}`)] as const),
)

const MUCH: Record<string, string> = { cost: 'price', weigh: 'weight' }

const POLITE =
  /^(?:(?:hi|hello|hey|um|honestly|good morning|would you mind telling me|i just wanted to ask|please|kindly|so|well|ok|okay|and|but|also|now|thanks|thank you|sorry|sir|guys|everyone|there|can|could|would|will|you|help me understand|help me|tell me|tell us|explain to me|explain|let me know|i want to know|i wanted to know|i would like to know|i need to know|may i know|i was wondering|i am wondering|i wonder|do you know|does anyone know|does anybody know|anyone know|any idea|quick question|question|if) )+(?=(?:what|which|who|whom|whose|when|where|why|how|is|are|do|does|did|can|list|give|show|name|find|tell|explain|describe|define|if|whether) )/

const LONGEST_OPENING = 24

/** How a question asks: its opening, in the first clause that has one. */
export function formOf(words: string[], clauseStarts: number[]): QuestionForm {
  for (const start of clauseStarts) {
    const form = formAt(words, start)
    if (form !== null) return form
  }
  return { kind: 'none', start: 0, length: 0, attribute: null, idle: [] }
}

function formAt(words: string[], start: number): QuestionForm | null {
  const text = `${words.slice(start, start + LONGEST_OPENING).join(' ')} `
  const polite = POLITE.exec(text)?.[0] ?? ''
  const rest = text.slice(polite.length)
  const before = countOf(polite)
  const measure = measureAt(rest, words)
  if (measure !== null) return { ...measure, start, length: measure.length + before }
  for (const [kind, opening] of EXPRESSIONS) {
    const found = opening.exec(rest)
    if (found) return { kind, start, length: before + countOf(found[0]), attribute: null, idle: [] }
  }
  return before > 0 ? { kind: 'none', start, length: before, attribute: null, idle: [] } : null
}

function measureAt(text: string, words: string[]): Omit<QuestionForm, 'start'> | null {
  const found =
    /^(?:(?:for|at|to|by) )?how (\w+) (?:(?:is|are|was|were|do|does|did|can|will|would|should|has|have) )?(?:it take(?:s)? (?:to |for )?)?(?:it |there )?/.exec(
      text,
    )
  if (!found) return null
  const [opening, asked] = [found[0], found[1]!]
  const length = countOf(opening)
  if (asked === 'many') return { kind: 'how-many', length: 2, attribute: null, idle: [] }
  if (asked === 'much') {
    const verb = words.find((word) => MUCH[word] !== undefined)
    if (verb !== undefined) return { kind: 'what', length, attribute: MUCH[verb]!, idle: [verb] }
    if (/^how much (?:is|are) /.test(text)) return { kind: 'what', length, attribute: 'price', idle: [] }
    return { kind: 'how-much', length: 2, attribute: null, idle: [] }
  }
  // How long a river is differs from how long a flight takes.
  if (asked === 'long' && /^how long (?:is|are|was|were) /.test(text))
    return { kind: 'what', length, attribute: 'length', idle: [] }
  const measure = MEASURES.get(asked)
  return measure === undefined ? null : { kind: 'what', length, ...measure }
}

function countOf(text: string): number {
  return text === '' ? 0 : text.trim().split(' ').length
}

/** Adjectives after “how”, what each asks for, and words that then add nothing. */
const MEASURES = new Map(
  `
fast speed travel move go run ; quickly speed travel move ; tall height stand ; high height ; deep depth ; wide width
thick thickness ; heavy weight weigh ; old age ; far distance away ; big size ; large size ; hot temperature get
cold coldness get ; long duration take last ; often frequency ; expensive price ; costly price ; loud loudness
strong strength ; bright brightness ; dense density
`
    .trim()
    .split(/ ; |\n/)
    .map((line) => line.split(' '))
    .map(([adjective = '', attribute = '', ...idle]) => [adjective, { attribute, idle }]),
)
