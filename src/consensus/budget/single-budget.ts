import { refused } from '../../contract/error-codes.ts'
import type { Budget } from '../../engine/index.ts'
import { costAt, type ModelPrice } from '../model-catalogue.ts'
import type { Fields } from '../single-model.ts'

/** Rare scripts and base64 have hardly fewer than two bytes for a token. */
const FEWEST_BYTES_PER_TOKEN = 2
/** About what the vendors count for a large image. */
const TOKENS_OF_IMAGE = 3_000
/** A shorter reply is of no use; a longer one than this must be asked for. */
const LEAST_TOKENS = 16
const MOST_UNASKED = 16_384
/** Fields that have another model asked, or something done that has a price of its own. */
const UNBOUNDED = ['models', 'plugins', 'route', 'service_tier', 'web_search_options', 'audio', 'prediction']
/** The two names of the limit on the tokens of a reply. */
const LIMITS = ['max_completion_tokens', 'max_tokens'] as const

/** A chat request whose reply cannot cost more than a budget allows; throws for one whose cost nobody can bound. */
export function withinBudget(body: Fields, budget: Budget, price: ModelPrice): Fields {
  const unbounded = UNBOUNDED.find((name) => body[name] != null)
  if (unbounded !== undefined)
    throw refused(unbounded, `${unbounded} is not allowed where the cost is limited`)
  const most = budget.maxCostUsd!
  const replies = typeof body.n === 'number' ? Math.max(1, body.n) : 1
  const left = most - costAt(price, { promptTokens: tokensOf(body), completionTokens: 0 })
  const each = (price.completionUsdPerMillion / 1e6) * replies
  const affordable = each === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(left / each)
  if (left < 0 || affordable < LEAST_TOKENS)
    throw refused(
      'max_cost_usd',
      `The request could cost more than the limit of ${most} USD; shorten it, or raise max_cost_usd`,
    )
  const asked = LIMITS.filter((name) => typeof body[name] === 'number')
  if (asked.length === 0) return { ...body, max_completion_tokens: Math.min(affordable, MOST_UNASKED) }
  const limits = asked.map((name) => [name, Math.min(body[name] as number, affordable)])
  return { ...body, ...Object.fromEntries(limits) }
}

/** About how many tokens a request has at most. */
function tokensOf(body: Fields): number {
  let images = 0
  const text = JSON.stringify(body, (name, value) => {
    if (name === 'image_url') images++
    if (name === 'image_url') return undefined
    if (name === 'file' && typeof value?.file_data !== 'string')
      throw refused(
        'messages',
        'Files by reference are not allowed where the cost is limited; send file_data',
      )
    return value
  })
  return new TextEncoder().encode(text).length / FEWEST_BYTES_PER_TOKEN + images * TOKENS_OF_IMAGE
}
