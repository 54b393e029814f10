import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { refused, StrettoError, shuttingDown } from '../../contract/error-codes.ts'
import { isTooDeep, MOST_LEVELS } from '../../contract/json-text.ts'
import { LIMITS } from '../../contract/limits.ts'
import { misspeltFields, unknownFieldWarnings } from '../../contract/unknown-fields.ts'
import { waitUnless } from '../../utils/time-limits.ts'
import { tooLarge } from '../shared/error-response.ts'
import { type ApiContext, type ApiMiddleware, responseOf } from '../shared/request-context.ts'

const countedBody = bodyLimit({
  maxSize: LIMITS.bodyBytes,
  onError: () => {
    throw tooLarge()
  },
})

/** Reads the whole body before the handler runs; a body that is too large or incomplete is an error. */
export const wholeBody: ApiMiddleware = async (context, next) => {
  const declared = Number(context.req.header('content-length') ?? Number.NaN)
  if (declared > LIMITS.bodyBytes) throw tooLarge()
  let bytes = declared
  const readText = async () => {
    const body = await context.req.arrayBuffer()
    if (Number.isNaN(declared)) bytes = body.byteLength
    // Kept where handlers look for it; they would otherwise decode it again, and leniently.
    Object.assign(context.req.bodyCache, { text: Promise.resolve(textOf(body)) })
  }
  // The server never reads beyond a declared length. Only bodies without one must be counted as they
  // arrive, which costs an extra web stream.
  const read = async () => void (await (Number.isNaN(declared) ? countedBody(context, readText) : readText()))
  try {
    await (responseOf(context)?.req.complete ? read() : inTime(context, read))
  } catch (error) {
    if (error instanceof StrettoError) throw error
    throw new StrettoError('aborted', 'The body is incomplete: the connection closed early. Send it again.', {
      cause: error,
    })
  }
  await context.get('charge')?.(Math.ceil(bytes / LIMITS.bodyBytesPerRequest) - 1)
  // To parse it, several times, would be slow. A message of the tools is refused in words of its protocol.
  if (context.req.path !== '/mcp' && isTooDeep(await context.req.text()))
    throw refused('body', `The body must not be nested deeper than ${MOST_LEVELS} levels`)
  await next()
}

/** A body may take so long, and longer the more of it has arrived: whoever sends less only holds a place. */
const BODY_WITHIN_MS = 10_000
const LEAST_BYTES_PER_MS = 16

/** Reads a body unless it arrives too slowly, or the service stops before it is there. */
async function inTime(context: ApiContext, read: () => Promise<void>): Promise<void> {
  const received = () => responseOf(context)?.req.socket.bytesRead ?? 0
  const before = received()
  const over = new AbortController()
  const closing = context.get('closing')
  const untilTooSlow = async () => {
    for (let [waited, allowed] = [0, BODY_WITHIN_MS]; waited < allowed; ) {
      await waitUnless(allowed - waited, [closing, over.signal])
      waited = allowed
      allowed = BODY_WITHIN_MS + (received() - before) / LEAST_BYTES_PER_MS
    }
    throw new StrettoError('request_timeout', TOO_SLOW, {
      details: [{ path: 'body', problem: 'arrives too slowly' }],
    })
  }
  try {
    await Promise.race([read(), untilTooSlow()])
  } catch (error) {
    throw closing.aborted ? shuttingDown() : error
  } finally {
    over.abort()
  }
}

const TOO_SLOW = `The body arrives too slowly. Send all of it within ${BODY_WITHIN_MS / 1000} s, or at least ${LEAST_BYTES_PER_MS} kB a second.`

const strictly = new TextDecoder('utf-8', { fatal: true })

/** The text of a body. Bytes that are not text would otherwise become characters the caller never sent. */
function textOf(body: ArrayBuffer): string {
  try {
    return strictly.decode(body)
  } catch (cause) {
    throw new StrettoError('bad_request', 'The body is not valid UTF-8. Send JSON in UTF-8.', {
      details: [{ path: 'body', problem: 'is not valid UTF-8' }],
      cause,
    })
  }
}

/** Accepts only bodies that are declared as JSON and not too large. */
export const jsonBody: ApiMiddleware[] = [
  (context, next) => {
    const mediaType = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (mediaType !== 'application/json') {
      const message = `The body must be sent as Content-Type: application/json, not ${mediaType || 'without a content type'}.`
      throw new StrettoError('unsupported_media_type', message)
    }
    return next()
  },
  wholeBody,
]

/**
 * Refuses a body with a field whose name is nearly that of one of the schema, and keeps warnings about other fields that
 * are ignored.
 */
export function knownFields(schema: z.ZodType): ApiMiddleware {
  return async (context, next) => {
    const body = parsed(await context.req.text())
    const ignored = unknownFieldWarnings(schema, body)
    const details = ignored.length === 0 ? [] : misspeltFields(schema, body)
    if (details[0] !== undefined) throw new StrettoError('bad_request', details[0].problem, { details })
    context.set('ignored', ignored)
    await next()
  }
}

/** How a request to the edge API names its models. */
export const NAMED_MODELS = '"models": ["~openai/gpt-mini-latest", "~google/gemini-flash-latest"]'

/** Refuses a body with `model` and no `models`: the caller believes to have chosen who answers. */
export function refuseSingleModel(example: string): ApiMiddleware {
  const problem = `model is not a field of this request. Name the models of the panel in models, such as ${example}`
  return async (context, next) => {
    const text = await context.req.text()
    // Most bodies have no such field, and reading a large one takes a while.
    if (text.includes('"model"') && namesOne(text)) throw refused('model', problem)
    await next()
  }
}

function namesOne(text: string): boolean {
  const { model, models } = parsed(text) ?? {}
  return model !== undefined && model !== null && models === undefined
}

/** What a body says; null if it is no JSON, of which whoever validates it says what is wrong. */
function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
