import { z } from 'zod'

/** What a reply cost, as its provider says. */
export interface Bill {
  promptTokens: number
  completionTokens: number
  costUsd: number
  /** The figures that make no sense, by name. They count as 0. */
  odd: string[]
}

/** A bill for what was paid and is not told. */
export const UNTOLD: Bill = { promptTokens: 0, completionTokens: 0, costUsd: 0, odd: [] }

/** More tokens than any model reads or writes in one call, and more dollars than any call costs. */
const MOST_TOKENS = 1e9
const MOST_USD = 1e5

/** What the messages protocol counts apart. */
const INPUT_TOKENS = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

const Usage = z.record(z.string(), z.unknown())
const Billed = z.object({
  usage: Usage.optional().catch(undefined),
  choices: z.array(z.unknown()).min(1).optional().catch(undefined),
  content: z.unknown().optional(),
})

/** What a reply cost, in either protocol; null for a body that tells of no cost and holds no reply. */
export function billIn(body: unknown): Bill | null {
  const { usage, choices, content } = Billed.safeParse(body).data ?? {}
  if (usage === undefined && choices === undefined && !content) return null
  const odd: string[] = []
  const figure = (name: string, most: number) => {
    const value = usage?.[name]
    // What is not told is no figure; told as a text it is one all the same.
    if (value === undefined || value === null || value === '') return 0
    const number = typeof value === 'string' ? Number(value) : value
    if (typeof number === 'number' && number >= 0 && number <= most) return number
    odd.push(`${name}: ${String(JSON.stringify(value)).slice(0, 40)}`)
    return 0
  }
  const tokens = (...names: string[]) =>
    names.reduce((sum, name) => sum + Math.round(figure(name, MOST_TOKENS)), 0)
  // Servers that speak one protocol may give the figures of the other beside their own.
  const told = (name: string) => typeof usage?.[name] === 'number'
  return {
    promptTokens: told('prompt_tokens') ? tokens('prompt_tokens') : tokens(...INPUT_TOKENS),
    completionTokens: tokens(told('completion_tokens') ? 'completion_tokens' : 'output_tokens'),
    costUsd: figure('cost', MOST_USD),
    odd,
  }
}
