import { StrettoError } from '../../contract/error-codes.ts'
import type { Budget } from '../../engine/index.ts'
import { costAt, type ModelPrice } from '../model-catalogue.ts'
import type { Fields } from '../single-model.ts'

/** Rare scripts and base64 have hardly fewer than two bytes for a token. */
const FEWEST_BYTES_PER_TOKEN = 2
/** A shorter reply is of no use. */
const LEAST_TOKENS = 16

/** The most tokens of a reply that a budget allows, given the request; throws if it does not allow a reply at all. */
export function tokensWithin(budget: Budget, price: ModelPrice, bytes: number): number {
  const most = budget.maxCostUsd!
  const promptTokens = bytes / FEWEST_BYTES_PER_TOKEN
  const left = most - costAt(price, { promptTokens, completionTokens: 0 })
  const each = price.completionUsdPerMillion / 1e6
  const tokens = each === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(left / each)
  if (left >= 0 && tokens >= LEAST_TOKENS) return tokens
  const problem = `The request could cost more than the limit of ${most} USD; shorten it, or raise max_cost_usd`
  throw new StrettoError('bad_request', `${problem}.`, { details: [{ path: 'max_cost_usd', problem }] })
}

/** The two names of the limit on the tokens of a reply. */
const LIMITS = ['max_completion_tokens', 'max_tokens'] as const

/** A chat request with at most so many tokens in its reply. */
export function withTokens(body: Fields, most: number): Fields {
  if (most === Number.MAX_SAFE_INTEGER) return body
  const name = LIMITS.find((one) => typeof body[one] === 'number') ?? 'max_completion_tokens'
  const asked = body[name]
  return { ...body, [name]: typeof asked === 'number' ? Math.min(asked, most) : most }
}
