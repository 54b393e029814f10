import type { MiddlewareHandler } from 'hono'
import { StrettoError } from '../../../contract/error-codes.ts'
import type { RequestEnvironment } from '../../shared/request-context.ts'

/** A JSON object. */
type Fields = Record<string, unknown>

const isFilled = (value: unknown) => !Array.isArray(value) || value.length > 0
const isChoice = (value: unknown) => value !== 'none' && value !== 'auto'
const isAnything = () => true

/** What would change the answer and cannot be honoured, by when it is really asked for. Null always means absent. */
const REFUSED: Record<string, (value: unknown) => boolean> = {
  functions: isFilled,
  function_call: isChoice,
  n: (value) => value !== 1,
  logprobs: (value) => value !== false,
  top_logprobs: (value) => value !== 0,
  modalities: (value) => !Array.isArray(value) || value.some((one) => one !== 'text'),
  audio: isAnything,
  web_search_options: isAnything,
  prediction: isAnything,
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

const INSTEAD: Record<string, string> = { functions: 'Use tools', function_call: 'Use tool_choice' }

const DRY_RUN =
  'stretto.dry_run is not supported here. Send the question to POST /consensus-iterative with dry_run: true.'

/** Refuses requests for what a panel cannot do, before they are validated: the reason is clearer than that of a schema. */
export const refuseUnsupported: MiddlewareHandler<RequestEnvironment> = async (context, next) => {
  const body: unknown = await context.req.json().catch(() => null)
  if (isFields(body)) {
    for (const [name, isAsked] of Object.entries(REFUSED)) {
      const value = body[name]
      if (value !== undefined && value !== null && isAsked(value))
        throw unsupported(
          name,
          'unsupported_parameter',
          `${name} is not supported. ${INSTEAD[name] ?? 'Leave it out'}.`,
        )
    }
    if (Array.isArray(body.messages)) body.messages.forEach(refuseMessage)
    refuseDryRun(body)
  }
  await next()
}

const WHOLE = 'responses are not stored. Send the whole conversation in input'

/** The same of Responses requests, by why; some values ask for nothing. */
const REFUSED_IN_RESPONSES: Record<string, { why: string; idle?: unknown }> = {
  previous_response_id: { why: WHOLE },
  conversation: { why: WHOLE },
  prompt: { why: 'prompts are not stored. Send its text in instructions and input' },
  background: {
    why: 'responses are not stored. Leave it out, or follow the run with stream: true',
    idle: false,
  },
  top_logprobs: { why: 'a panel has none. Leave it out', idle: 0 },
}

/** The same for requests of the Responses protocol. */
export const refuseUnsupportedResponses: MiddlewareHandler<RequestEnvironment> = async (context, next) => {
  const body: unknown = await context.req.json().catch(() => null)
  if (isFields(body)) {
    for (const [name, { why, idle }] of Object.entries(REFUSED_IN_RESPONSES)) {
      const value = body[name] ?? idle
      if (value !== idle)
        throw unsupported(name, 'unsupported_parameter', `${name} is not supported: ${why}.`)
    }
    refuseDryRun(body)
  }
  await next()
}

/** The fields of a Responses request without those that ask for nothing. */
export function withoutIdle(body: Fields): Fields {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !Object.hasOwn(REFUSED_IN_RESPONSES, name)),
  )
}

/** Refuses a dry run: what it returns is no answer. */
function refuseDryRun({ stretto }: Fields): void {
  if (isFields(stretto) && stretto.dry_run)
    throw unsupported('stretto.dry_run', 'unsupported_parameter', DRY_RUN)
}

/** A warning for each field that was ignored. */
export function ignoredWarnings(body: Fields): string[] {
  return Object.entries(IGNORED).flatMap(([name, idle]) => {
    const value = body[name]
    return value === undefined || value === null || value === idle
      ? []
      : [`${name} is not supported and was ignored.`]
  })
}

/** The fields of a body without those that are known here. */
export function withoutKnown(body: Fields): Fields {
  const known = new Set([...Object.keys(REFUSED), ...Object.keys(IGNORED), ...ACCEPTED])
  return Object.fromEntries(Object.entries(body).filter(([name]) => !known.has(name)))
}

function refuseMessage(message: unknown, place: number): void {
  if (!isFields(message)) return
  if (message.role === 'function' || isFields(message.function_call))
    throw unsupported(
      `messages.${place}`,
      'unsupported_value',
      `messages[${place}] uses functions, which tools have replaced. Use tool_calls and the role tool.`,
    )
  const { content } = message
  if (Array.isArray(content) && content.some((part) => isFields(part) && part.type === 'input_audio'))
    throw unsupported(
      `messages.${place}.content`,
      'unsupported_value',
      `messages[${place}].content has audio, which panels do not take. Send its text.`,
    )
}

/** Whether a value is a JSON object. */
function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An error about something that is not supported. */
function unsupported(path: string, chatCode: string, message: string): StrettoError {
  return new StrettoError('bad_request', message, {
    chatCode,
    details: [{ path, problem: 'is not supported' }],
  })
}
