import type { MiddlewareHandler } from 'hono'
import { StrettoError } from '../../../contract/error-codes.ts'
import type { RequestEnvironment } from '../../shared/request-context.ts'

type Body = Record<string, unknown>

/** A field that would change the answer and cannot be honoured: what to do instead, and when nothing is asked for. */
interface RefusedField {
  instead: string
  /** Null and no value always ask for nothing. */
  isIdle?: (value: unknown) => boolean
}

const OMIT = '. Leave it out'
const is = (idle: unknown) => (value: unknown) => value === idle
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0

/** Options of providers, by the names that routers give them. */
const OPTIONS = [
  ...['provider', 'provider_options', 'providerOptions', 'extra_body'],
  ...['plugins', 'route', 'transforms'],
]

/** What would change who answers, how often and at what cost. */
const REFUSED_IN_BOTH: Record<string, RefusedField> = {
  ...Object.fromEntries(OPTIONS.map((name) => [name, { instead: OMIT, isIdle: isEmpty }])),
  models: { instead: '. Use stretto.models' },
  n: { instead: OMIT, isIdle: is(1) },
}

const REFUSED_IN_CHAT: Record<string, RefusedField> = {
  ...REFUSED_IN_BOTH,
  max_output_tokens: { instead: '. Use max_completion_tokens' },
  functions: { instead: '. Use tools', isIdle: isEmpty },
  function_call: { instead: '. Use tool_choice', isIdle: (value) => value === 'none' || value === 'auto' },
  logprobs: { instead: OMIT, isIdle: is(false) },
  top_logprobs: { instead: OMIT, isIdle: is(0) },
  modalities: {
    instead: OMIT,
    isIdle: (value) => Array.isArray(value) && value.every((one) => one === 'text'),
  },
  audio: { instead: OMIT },
  web_search_options: { instead: OMIT },
  prediction: { instead: OMIT },
}

const WHOLE = ': responses are not stored. Send the whole conversation in input'
const REFUSED_IN_RESPONSES: Record<string, RefusedField> = {
  ...REFUSED_IN_BOTH,
  max_tokens: { instead: '. Use max_output_tokens' },
  max_completion_tokens: { instead: '. Use max_output_tokens' },
  previous_response_id: { instead: WHOLE },
  conversation: { instead: WHOLE },
  prompt: { instead: ': prompts are not stored. Send its text in instructions and input' },
  background: {
    instead: ': responses are not stored. Leave it out, or follow the run with stream: true',
    isIdle: is(false),
  },
  top_logprobs: { instead: ': a panel has none. Leave it out', isIdle: is(0) },
}

/** What is ignored with a warning, by the value that asks for nothing. */
const IGNORED: Record<string, unknown> = {
  top_p: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
  logit_bias: undefined,
  reasoning_effort: undefined,
  verbosity: undefined,
  store: false,
}

/** What concerns a provider, or only groups requests. */
const ACCEPTED = ['user', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention', 'service_tier']

/** The fields that are known here, beside those of the schemas. */
const KNOWN_IN_CHAT = [...Object.keys(REFUSED_IN_CHAT), ...Object.keys(IGNORED), ...ACCEPTED]
const KNOWN_IN_RESPONSES = Object.keys(REFUSED_IN_RESPONSES)

/** Refuses requests for what a panel cannot do, before they are validated: the reason is clearer than that of a schema. */
export const refuseUnsupported = refusing(REFUSED_IN_CHAT, ({ messages }) => {
  if (Array.isArray(messages)) messages.forEach(refuseMessage)
})

/** The same for requests of the Responses protocol. */
export const refuseUnsupportedResponses = refusing(REFUSED_IN_RESPONSES)

function refusing(
  refused: Record<string, RefusedField>,
  refuseMore: (body: Body) => void = () => {},
): MiddlewareHandler<RequestEnvironment> {
  return async (context, next) => {
    const body: unknown = await context.req.json().catch(() => null)
    if (isObject(body)) {
      for (const [name, { instead, isIdle }] of Object.entries(refused)) {
        const value = body[name] ?? null
        if (value !== null && !isIdle?.(value))
          throw unsupported(name, 'unsupported_parameter', `${name} is not supported${instead}.`)
      }
      refuseMore(body)
      // What it returns is no answer.
      if (isObject(body.stretto) && body.stretto.dry_run)
        throw unsupported('stretto.dry_run', 'unsupported_parameter', DRY_RUN)
    }
    await next()
  }
}

const DRY_RUN =
  'stretto.dry_run is not supported here. Send the question to POST /consensus-iterative with dry_run: true.'

/** A warning for each field that was ignored. */
export function ignoredWarnings(body: Body): string[] {
  const isAsked = ([name, idle]: [string, unknown]) => (body[name] ?? idle) !== idle
  const asked = Object.entries(IGNORED).filter(isAsked)
  return asked.map(([name]) => `${name} is not supported and was ignored.`)
}

/** The fields of a chat request without those that are known here. */
export function withoutKnown(body: Body): Body {
  return without(KNOWN_IN_CHAT, body)
}

/** The fields of a Responses request without those that ask for nothing. */
export function withoutIdle(body: Body): Body {
  return without(KNOWN_IN_RESPONSES, body)
}

function without(names: string[], body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

function refuseMessage(message: unknown, place: number): void {
  if (!isObject(message)) return
  if (message.role === 'function' || isObject(message.function_call))
    throw unsupported(
      `messages.${place}`,
      'unsupported_value',
      `messages[${place}] uses functions, which tools have replaced. Use tool_calls and the role tool.`,
    )
  const { content } = message
  if (Array.isArray(content) && content.some((part) => isObject(part) && part.type === 'input_audio'))
    throw unsupported(
      `messages.${place}.content`,
      'unsupported_value',
      `messages[${place}].content has audio, which panels do not take. Send its text.`,
    )
}

/** Whether a value is a JSON object. */
function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An error about something that is not supported. */
function unsupported(path: string, chatCode: string, message: string): StrettoError {
  return new StrettoError('bad_request', message, {
    chatCode,
    details: [{ path, problem: 'is not supported' }],
  })
}
