import { hash } from 'node:crypto'
import { normaliseQuery } from '../cache/normalise-query.ts'

/** What is known of a request before anything of it is done. */
export interface Asked {
  api: 'edge' | 'local'
  method: string
  path: string
  /** Whose runs it sees: a key, or all callers without one. */
  owner: string
  /** The key or address of the caller. */
  caller: string
  idempotencyKey: string | null
  /** The body of a POST; a text that need not be JSON. */
  body: string
}

const PLACE_DIGITS = 12
const RUN_ROUTES = ['/consensus', '/consensus-iterative', '/check', '/v1/chat/completions', '/v1/responses']
const TASK_ROUTES = ['/consensus', '/consensus/sync']
const ONE_OF = { edge: /^\/runs\/([^/]+)/, local: /^\/consensus\/([^/]+)/ }

/**
 * The place of the object that answers a request, as the digits of a hash; null for what needs no run. Identical
 * questions of a caller meet in one object; so do requests with one idempotency key, and whatever names an id that the
 * object has made.
 */
export function placeOf(asked: Asked): string | null {
  const { api, method, path, owner, caller, idempotencyKey } = asked
  const placed = (...parts: string[]) =>
    hash('sha256', JSON.stringify([owner, ...parts]), 'hex').slice(0, PLACE_DIGITS)
  if (method !== 'POST' || !(api === 'edge' ? RUN_ROUTES : TASK_ROUTES).includes(path)) {
    // Runs of tools belong to whoever calls them.
    if (path === '/mcp' && api === 'edge') return placed('tools', caller)
    const id = ONE_OF[api].exec(path)?.[1]
    return id === undefined ? null : placeIn(id)
  }
  if (idempotencyKey !== null && api === 'local') return placed('key', idempotencyKey)
  const { continued, question } = readBody(asked.body)
  return (continued && placeIn(continued)) ?? placed(normaliseQuery(question))
}

/** The place in an id that an object has made; null for another text. */
export function placeIn(id: string): string | null {
  const digits = id.replace(/^[a-z]+[_-]/, '').replaceAll('-', '')
  return /^[0-9a-f]{32}$/.test(digits) ? digits.slice(0, PLACE_DIGITS) : null
}

/** Makes ids that lead back to a place. */
export function idsAt(place: string, newId: () => string): () => string {
  return () => `${place.slice(0, 8)}-${place.slice(8)}${newId().slice(13)}`
}

/** The question of a body, as far as that can be told, else all of it; and the response that it continues. */
function readBody(text: string): { question: string; continued: string | null } {
  const body = parsed(text)
  const { query, messages, input, previous_response_id: continued } = body
  const last = [messages, input].find(Array.isArray)?.at(-1)
  const question = [query, input, last?.content].find((one) => typeof one === 'string')
  return { question: question ?? text, continued: typeof continued === 'string' ? continued : null }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
