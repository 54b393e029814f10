import { type CallCost, NEVER_MADE, UNKNOWN_COST, withCosts } from '../../../engine/index.ts'
import { fieldsOf } from './protocols/protocol.ts'
import { ProviderFault } from './provider-fault.ts'

interface Bill {
  promptTokens: number
  completionTokens: number
  reasoningTokens?: number | undefined
  costUsd: number | null
  /** The names of figures that make no sense, and are not counted. */
  odd: string[]
}

const UNKNOWN_BILL: Bill = { promptTokens: 0, completionTokens: 0, costUsd: null, odd: [] }

/** Upper bounds: more tokens than any model reads or writes in one call, and more dollars than any call costs. */
const MOST_TOKENS = 1e9
const MOST_USD = 1e3

/** Token counts that the messages protocol and that of Gemini list separately, each under names of its own. */
const INPUT_TOKENS = [
  ...['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'],
  ...['promptTokenCount', 'toolUsePromptTokenCount'],
]
const OUTPUT_TOKENS = ['output_tokens', 'candidatesTokenCount', 'thoughtsTokenCount']

/** The cost of a reply in any protocol; null for a body that states no cost and contains no reply. */
export function billIn(body: unknown): Bill | null {
  const { usage: stated, usageMetadata, choices, candidates, content } = fieldsOf(body) ?? {}
  const usage = fieldsOf(stated) ?? fieldsOf(usageMetadata)
  const hasReply = [choices, candidates].some((replies) => Array.isArray(replies) && replies.length > 0)
  if (usage === null && !hasReply && !content) return null
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
  const thought = usage?.thoughtsTokenCount ?? fieldsOf(usage?.completion_tokens_details)?.reasoning_tokens
  const isCount = typeof thought === 'number' && thought >= 0 && thought <= MOST_TOKENS
  // Servers of one protocol may also send the figures of the other.
  const isGiven = (name: string) => (usage?.[name] ?? '') !== ''
  return {
    promptTokens: isGiven('prompt_tokens') ? tokens('prompt_tokens') : tokens(...INPUT_TOKENS),
    completionTokens: isGiven('completion_tokens') ? tokens('completion_tokens') : tokens(...OUTPUT_TOKENS),
    reasoningTokens: isCount ? Math.round(thought) : undefined,
    costUsd: figure('cost', MOST_USD),
    odd,
  }
}

/** What is known of the cost of a reply that broke off; null when nothing is, or when nobody waits for it any more. */
export function brokenBill(fault: unknown, usage: object | null): Bill | null {
  if (!(fault instanceof ProviderFault)) return null
  if (usage !== null) return billIn({ usage })
  return fault.code === 'too_large_reply' ? UNKNOWN_BILL : null
}

/** Shorter waits are not told. */
const TOLD_MS = 1_000
/** The same for all calls of a run, which tells it once. */
const WAITED =
  'Some models were asked later than others, because only a few requests wait for their response at once here. Their latency_ms leaves that time out; duration_ms contains it.'

type CallTokens = Pick<Bill, 'promptTokens' | 'completionTokens'>

/** What a call has cost so far, including failed attempts. */
export type CallAccount = ReturnType<typeof openAccount>

/** Starts counting the cost of a call to a model; the name appears in warnings, and `most` is what a request may take. */
export function openAccount(name: string, now: () => number, most: () => CallTokens) {
  let startedAt: number | null = null
  let requests = 0
  let hasWaited = false
  const odd = new Set<string>()
  const bills: CallCost[] = []
  let isImplausible = false
  const total = (): CallCost => ({
    ...withCosts(bills.length === 0 ? UNKNOWN_COST : NEVER_MADE, bills),
    // Who states nonsense is believed no other cost either: all is counted by its tokens.
    ...(isImplausible && { isImplausible, costUsd: null, unpricedCalls: bills.length }),
    latencyMs: startedAt === null ? 0 : now() - startedAt,
    ...((odd.size > 0 || hasWaited) && { warnings: warnings() }),
  })
  const warnings = () => {
    const figures = [...odd].join(', ')
    const implausible = `${name}: its provider reported implausible figures, which are not counted (${figures}).`
    return [...(odd.size > 0 ? [implausible] : []), ...(hasWaited ? [WAITED] : [])]
  }
  return {
    begin() {
      startedAt ??= now()
    },
    /** A request could not be sent at once, because too many others had no response yet. */
    waited(milliseconds: number) {
      hasWaited ||= milliseconds >= TOLD_MS
    },
    request() {
      requests++
    },
    /** A reply arrived; null for one without a bill. */
    add(bill: Bill | null) {
      if (bill === null) return
      for (const figure of bill.odd) odd.add(figure)
      isImplausible ||= bill.odd.length > 0 && bill.costUsd === null
      const bound = isImplausible ? most() : bill
      const promptTokens = bill.promptTokens || bound.promptTokens
      const completionTokens = bill.completionTokens || bound.completionTokens
      bills.push({ ...bill, promptTokens, completionTokens, latencyMs: 0 })
    },
    total,
    /** The same; null when requests were sent and their cost is unknown. */
    known(): CallCost | null {
      if (bills.length > 0) return total()
      return requests === 0 ? NEVER_MADE : null
    },
  }
}
