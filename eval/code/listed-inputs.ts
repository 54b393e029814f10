import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { readJsonLines } from '../json-lines.ts'

/** What played models wanted to be tried on the programs of a recorded question. */
interface ListedInputs {
  /** The question, by its digest. */
  id: string
  language: string
  form: string
  called: string
  inputs: Array<{ input: Parts; expected: Parts }>
}

/** A text whose parts that occur in the question are places there: the questions are not ours to publish. */
type Parts = Array<string | [start: number, length: number]>

const FILE = fileURLToPath(new URL('listed-inputs.jsonl', import.meta.url))
const SHORTEST = 3

/** The readings by the digests of their questions. */
export function readListedInputs(): Map<string, ListedInputs> {
  return new Map(readJsonLines<ListedInputs>(FILE).map((one) => [one.id, one]))
}

export function idOf(question: string): string {
  return createHash('sha256').update(question).digest('hex').slice(0, 12)
}

/** The reading as the model replied. */
export function replyOf({ language, form, called, inputs }: ListedInputs, question: string): string {
  const whole = (parts: Parts) =>
    parts
      .map((part) => (typeof part === 'string' ? part : question.slice(part[0], part[0] + part[1])))
      .join('')
  const listed = inputs.map(({ input, expected }) => ({ input: whole(input), expected: whole(expected) }))
  return JSON.stringify({ language, form, called, inputs: listed })
}

/** A text without what the question contains. */
export function partsOf(text: string, question: string): Parts {
  const parts: Parts = []
  for (let at = 0; at < text.length; ) {
    let length = SHORTEST
    if (!question.includes(text.slice(at, at + length)) || at + length > text.length) {
      const last = parts.at(-1)
      if (typeof last === 'string') parts[parts.length - 1] = last + text[at]
      else parts.push(text[at]!)
      at++
      continue
    }
    while (at + length < text.length && question.includes(text.slice(at, at + length + 1))) length++
    parts.push([question.indexOf(text.slice(at, at + length)), length])
    at += length
  }
  return parts
}
