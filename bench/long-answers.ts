/** The form in which a model writes its reply. */
export type ReplyForm = 'with a block' | 'without a block'

const WORDS = 300
const SUBJECTS = [
  'the estuary',
  'a harbour engineer',
  'the lunar tide',
  'the regional survey',
  'an early gauge',
  'the outer basin',
  'the pilot service',
  'the tidal table',
]
const VERBS = ['records', 'explains', 'limits', 'follows', 'outlasts', 'measures', 'precedes', 'supports']
const OBJECTS = [
  'a steady rise of the water',
  'two unequal floods a day',
  'the delay behind the moon',
  'an earlier estimate by the council',
  'the weight of the evidence',
  'a difference that no storm accounts for',
]
const LINKS = ['because', 'although', 'so that', 'while', 'whereas', 'which means that']
const SYLLABLES = ['ba', 'ren', 'mol', 'ti', 'sar', 'qui', 'lo', 'ven', 'dra', 'hes', 'pu', 'wick']

/** A question with the replies of a panel. */
export interface LongAnswers {
  query: string
  replies: string[]
}

/** A question, and a reply of about 300 words from each model; names and numbers are different in every run. */
export function longAnswers(form: ReplyForm, run: number, models: number, words = WORDS): LongAnswers {
  return {
    query: `Why does the water of ${invented(run, 0)} Bay rise twice a day, question ${run}?`,
    replies: Array.from({ length: models }, (_, model) => written(form, proseOf(run, model, words))),
  }
}

function written(form: ReplyForm, prose: string): string {
  const block = JSON.stringify({ kind: 'closed', answer: SHORT_ANSWER })
  return form === 'with a block' ? `${prose}\n\n<panel>\n${block}\n</panel>` : prose
}

/** The short answer that all replies give. */
const SHORT_ANSWER = '12.42 hours'

function proseOf(run: number, model: number, most: number): string {
  const sentences: string[] = []
  for (let step = 0, words = 0; words < most; step++) {
    const sentence = sentenceOf(run * 31 + model * 7 + step * 5, step)
    sentences.push(sentence)
    words += sentence.split(' ').length
  }
  return sentences.join(' ')
}

function sentenceOf(seed: number, step: number): string {
  const subject = pick(SUBJECTS, seed)
  const clause = `${subject} ${pick(VERBS, seed + step)} ${pick(OBJECTS, seed + 2 * step)}`
  const link = pick(LINKS, seed + step)
  switch (step % 4) {
    case 0:
      return `In ${1200 + ((seed * 13) % 800)} ${invented(seed, 1)} found that ${clause}, ${link} ${pick(SUBJECTS, seed + 3)} moves by ${(seed % 97) + 0.5} metres an hour.`
    case 1:
      return `What is more, ${clause} ${link} the ${invented(seed, 2).toLowerCase()} current of ${invented(seed, 3)} carries it there.`
    case 2:
      return `Nobody who has stood at ${invented(seed, 4)} would say that ${clause}, ${link} it does so only in a calm.`
    default:
      return `Taken together, ${clause}; about ${(seed % 89) + 3} per cent of the reports from ${invented(seed, 5)} agree with that.`
  }
}

/** A name of four syllables, different in every run. */
function invented(seed: number, salt: number): string {
  const base = SYLLABLES.length
  const number = seed * 7919 + salt * 104_729
  const name = [1, base, base ** 2, base ** 3]
    .map((unit) => pick(SYLLABLES, Math.floor(number / unit)))
    .join('')
  return name[0]!.toUpperCase() + name.slice(1)
}

function pick(list: string[], place: number): string {
  return list[place % list.length]!
}
