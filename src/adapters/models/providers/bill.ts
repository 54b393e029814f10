import { fieldsOf } from './protocols/reply-fields.ts'

/** The cost of a reply as stated by its provider. */
export interface Bill {
  promptTokens: number
  completionTokens: number
  /** Null when unknown. */
  costUsd: number | null
  /** The names of figures that make no sense, and are not counted. */
  odd: string[]
}

/** A bill for a paid reply of unknown cost. */
export const UNKNOWN_BILL: Bill = { promptTokens: 0, completionTokens: 0, costUsd: null, odd: [] }

/** Upper bounds: more tokens than any model reads or writes in one call, and more dollars than any call costs. */
const MOST_TOKENS = 1e9
const MOST_USD = 1e5

/** Token counts that the messages protocol lists separately. */
const INPUT_TOKENS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

/** The cost of a reply in either protocol; null for a body that states no cost and contains no reply. */
export function billIn(body: unknown): Bill | null {
  const { usage: stated, choices, content } = fieldsOf(body) ?? {}
  const usage = fieldsOf(stated)
  if (usage === null && !(Array.isArray(choices) && choices.length > 0) && !content) return null
  const odd: string[] = []
  const figure = (name: string, most: number): number | null => {
    const value = usage?.[name]
    // A missing value is not a figure; a number given as text is.
    if (value === undefined || value === null || value === '') return null
    const number = typeof value === 'string' ? Number(value) : value
    if (typeof number === 'number' && number >= 0 && number <= most) return number
    odd.push(`${name}: ${String(JSON.stringify(value)).slice(0, 40)}`)
    return null
  }
  const tokens = (...names: string[]) =>
    names.reduce((sum, name) => sum + Math.round(figure(name, MOST_TOKENS) ?? 0), 0)
  // Servers of one protocol may also send the figures of the other.
  const isGiven = (name: string) => typeof usage?.[name] === 'number'
  return {
    promptTokens: isGiven('prompt_tokens') ? tokens('prompt_tokens') : tokens(...INPUT_TOKENS),
    completionTokens: tokens(isGiven('completion_tokens') ? 'completion_tokens' : 'output_tokens'),
    costUsd: figure('cost', MOST_USD),
    odd,
  }
}
