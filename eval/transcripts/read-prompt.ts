import { citationIn, withoutNumbers } from '../../test/support/citing.ts'
import type { ReceivedCall } from '../../test/support/scripted-provider.ts'

/** What a model is asked to do. */
export type Phase =
  | 'exposition'
  | 'map'
  | 'examination'
  | 'dispute'
  | 'synthesis'
  | 'check'
  | 'amendment'
  | 'review'
  | 'matching'
  | 'inputs'
  | 'rework'
  | 'comparison'
  | 'grouping'
  | 'revision'

interface Labelled {
  label: string
  text: string
}

/** A point with what became of it. */
export interface RuledPoint {
  number: number
  status: string
  text: string
}

/** A prompt as a model understands it. */
export interface ReadPrompt {
  phase: Phase
  question: string
  /** Which tags and marks are those of this prompt; empty for a model that is asked alone. */
  marker: string
  /** The texts, drafts or replies of others that it is shown. */
  shown: Labelled[]
  /** The number of the sentence of the texts shown, or of that to check, in which words stand; empty where they do not. */
  cite(words: string, label?: string): string
  /** What reviewers find wrong with the drafts. */
  defects: Labelled[]
  /** The points that it is to rule on, and what it said of those in dispute. */
  points: Array<Labelled & { own: string | null }>
  /** The points that it is to write from, or to check a text against. */
  ruled: RuledPoint[]
  /** The draft that it is to revise, or the text that it is to check or mend; null for none. */
  text: string | null
  /** The passages of that text which it is to mend, and the marker of its marks. */
  objections: string[]
  marks: string
}

/** The first that fits: what only this prompt says. */
const SIGNS: Array<[Phase, RegExp]> = [
  ['map', /"gaps": /],
  ['check', /"findings": /],
  ['matching', /"same": /],
  ['inputs', /"called": /],
  ['review', /"reviews": /],
  ['comparison', /"better": /],
  ['grouping', /"groups": /],
  ['revision', /"changed_because": /],
  ['dispute', /<statement-[0-9a-f]{8}>/],
  ['examination', /"rulings": /],
  ['amendment', /<objection-[0-9a-f]{8} /],
  ['rework', /<draft-[0-9a-f]{8}>/],
  ['synthesis', /<reply-[0-9a-f]{8} label="/],
]

/** The question in a prompt that quotes what others said; the rules before it name the tag without opening it. */
const QUESTION = /<question-([0-9a-f]{8})>([\s\S]*?)<\/question-\1>/
/** The question to a model that is asked alone, after documents and axioms. */
const AFTER_QUOTATIONS = /\n\nText in tags that end in -[0-9a-f]{8} is quoted[^\n]*\n\n([\s\S]*)$/

/** Reads a prompt of the service. */
export function readPrompt({ prompt, body }: ReceivedCall): ReadPrompt {
  const { messages } = body as { messages: Array<{ content: string }> }
  const last = messages.at(-1)!.content
  const [, alone = last] = AFTER_QUOTATIONS.exec(last) ?? []
  const [, marker = '', question = alone] = QUESTION.exec(last.slice(last.indexOf('\n\n') + 1)) ?? []
  const inTags = (tag: string, attributes = '') => [
    ...prompt.matchAll(new RegExp(`<(${tag})-${marker}${attributes}>([\\s\\S]*?)</\\1-${marker}>`, 'g')),
  ]
  const labelled = (tag: string) =>
    inTags(tag, ' label="(\\w+)"[^>]*').map(([, , label, text]) => ({ label: label!, text: text! }))
  const shown = labelled('draft|version|reply')
  const checked = inTags('draft|text')[0]?.[2]
  return {
    phase: SIGNS.find(([, sign]) => sign.test(prompt))?.[0] ?? 'exposition',
    question,
    marker,
    shown: shown.map(({ label, text }) => ({ label, text: withoutNumbers(text) })),
    cite(words, label) {
      const text = label === undefined ? checked : shown.find((one) => one.label === label)?.text
      return citationIn(text ?? '', words) ?? ''
    },
    defects: labelled('defect'),
    points: labelled('point').map(({ label, text }) => ({
      label,
      text: /<statement-\w+>([\s\S]*?)<\/statement-/.exec(text)?.[1] ?? text,
      own: /<your_opinion-\w+>(\w+)</.exec(text)?.[1] ?? null,
    })),
    ruled: inTags('point', ' number="(\\d+)" status="(\\w+)"[^>]*').map(([, , number, status, text]) => ({
      number: Number(number),
      status: status!,
      text: text!,
    })),
    text: checked === undefined ? null : withoutNumbers(checked),
    objections: inTags('passage').map(([, , passage]) => passage!),
    marks: /\[\[([0-9a-f]{8}):3\]\]/.exec(last)?.[1] ?? '',
  }
}
