import { fieldsOf } from '../protocols/reply-fields.ts'
import { tidy } from './tidy.ts'

/** An error as stated in the body of a provider's response. */
export interface StatedError {
  words: string
  /** The status stated in the body, which may differ from a response status of 200. */
  status: number | null
  names: string[]
  /** How long callers are asked to wait; absent when that is not said. */
  waitMs?: number
}

type Fields = Record<string, unknown>

/** The fields of an error; null for anything else, and for the empty error that some servers send next to an answer. */
function toldIn(error: unknown): Fields | null {
  const fields = fieldsOf(error)
  return fields !== null && Object.values(fields).some(Boolean) ? fields : null
}

/** The error in a body that should have been a reply; null when there is none. */
export function errorIn(body: unknown): StatedError | null {
  const { error, choices } = fieldsOf(body) ?? {}
  if (typeof error === 'string' && error !== '') return { words: tidy(error), status: null, names: [] }
  const told = toldIn(error) ?? toldIn(Array.isArray(choices) ? fieldsOf(choices[0])?.error : null)
  return told === null ? null : stated(told)
}

/** The error in the body of a response with an error status, in any format: the protocol's, another, or a page. */
export function errorAs(body: unknown, text: string): StatedError {
  const error = errorIn(body)
  if (error !== null) return error
  const bare = fieldsOf(body) ?? {}
  if (typeof bare.message === 'string') return stated(bare)
  const words = typeof bare.detail === 'string' ? bare.detail : text
  return { words: tidy(words), status: null, names: [] }
}

/** What an error says: Gemini has its name in `status` and a reason and a wait in `details`, routers what the provider behind them said in `metadata`. */
function stated({ message, code, type, status: name, details, metadata }: Fields): StatedError {
  const status = typeof code === 'string' || typeof code === 'number' ? Number(code) : Number.NaN
  const besides = Array.isArray(details) ? details.map((detail) => fieldsOf(detail) ?? {}) : []
  const waits = besides.map(({ retryDelay }) =>
    typeof retryDelay === 'string' ? /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(retryDelay)?.[1] : undefined,
  )
  const seconds = waits.find((wait) => wait !== undefined)
  const isText = (each: unknown) => typeof each === 'string'
  return {
    words: tidy([message, fieldsOf(metadata)?.raw].filter(isText).join(': ')),
    status: status >= 400 && status <= 599 ? status : null,
    names: [code, type, name, ...besides.map(({ reason }) => reason)].filter(isText),
    ...(seconds === undefined ? {} : { waitMs: Number(seconds) * 1000 }),
  }
}
