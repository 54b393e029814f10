import type { z } from 'zod'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { StrettoError } from '../../../contract/error-codes.ts'
import { ResponseRequest } from '../../../contract/responses/response-request.ts'
import { unknownFieldWarnings } from '../../../contract/unknown-fields.ts'
import type { ApiMiddleware } from '../../shared/request-context.ts'

type Body = Record<string, unknown>

/** A field that would change the answer and cannot be honoured: what to do instead, and the values that ask for nothing. */
type RefusedFields = Record<string, [instead: string, ...idle: unknown[]]>

const OMIT = '. Leave it out'
/** What would change who answers, how often and at what cost; the options of providers have the names that routers give them. */
const REFUSED_IN_BOTH: RefusedFields = {
  ...Object.fromEntries(
    ['provider', 'provider_options', 'providerOptions', 'extra_body', 'plugins', 'route', 'transforms'].map(
      (name) => [name, [OMIT]],
    ),
  ),
  models: ['. Use stretto.models'],
  n: [OMIT, 1],
}

const REFUSED_IN_CHAT: RefusedFields = {
  ...REFUSED_IN_BOTH,
  max_output_tokens: ['. Use max_completion_tokens'],
  functions: ['. Use tools'],
  function_call: ['. Use tool_choice', 'none', 'auto'],
  logprobs: [OMIT, false],
  top_logprobs: [OMIT, 0],
  modalities: [OMIT, 'text'],
  audio: [OMIT],
  prediction: [OMIT],
}

const REFUSED_IN_RESPONSES: RefusedFields = {
  ...REFUSED_IN_BOTH,
  max_tokens: ['. Use max_output_tokens'],
  max_completion_tokens: ['. Use max_output_tokens'],
  conversation: ['. Use previous_response_id, or send the whole conversation in input'],
  prompt: [': prompts are not stored. Send its text in instructions and input'],
  background: ['. Leave it out, or follow the run with stream: true', false],
  top_logprobs: [': a panel has none. Leave it out', 0],
}

/** What is ignored with a warning, by the value that asks for nothing. */
const IGNORED: Record<string, unknown> = {
  top_p: 1,
  frequency_penalty: 0,
  presence_penalty: 0,
  logit_bias: undefined,
  verbosity: undefined,
  store: false,
}

/** What is known here beside the fields of the schemas; what messages have is left to their clients. */
const KNOWN_IN_CHAT = [
  ...Object.keys(REFUSED_IN_CHAT),
  ...Object.keys(IGNORED),
  // What concerns a provider, or only groups requests.
  ...['user', 'safety_identifier', 'prompt_cache_key', 'prompt_cache_retention', 'service_tier'],
  'messages',
]

/** Refuses requests for what a panel cannot do, before they are validated: the reason is clearer than that of a schema. */
export const refuseUnsupported = refusing(REFUSED_IN_CHAT, ({ messages }) => {
  if (Array.isArray(messages)) messages.forEach(refuseMessage)
})

/** The same for requests of the Responses protocol. */
export const refuseUnsupportedResponses = refusing(REFUSED_IN_RESPONSES)

function refusing(refused: RefusedFields, refuseMore: (body: Body) => void = () => {}): ApiMiddleware {
  return async (context, next) => {
    const body: unknown = await context.req.json().catch(() => null)
    if (isObject(body)) {
      for (const [name, [instead, ...idle]] of Object.entries(refused)) {
        const asked = [body[name] ?? []].flat().filter((value) => !idle.includes(value))
        if (asked.length > 0)
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
export function ignoredWarnings({ web_search_options: search, ...body }: ChatRequest): string[] {
  const isAsked = ([name, idle]: [string, unknown]) => (body[name] ?? idle) !== idle
  const asked = Object.entries(IGNORED).filter(isAsked)
  return [...asked.map(([name]) => notSupported(name)), ...ignoredIn('web_search_options', search)]
}

/** A warning for each option of a web search: what is searched for is up to the models. */
export function ignoredIn(path: string, options: object = {}): string[] {
  const given = Object.entries(options).filter(([, value]) => value !== null)
  return given.map(([name]) => notSupported(`${path}.${name.slice(0, 64)}`))
}

const notSupported = (name: string) => `${name} is not supported and was ignored.`

/** Warnings about fields of a chat request that nobody knows. */
export const unknownInChat = unknownIn(ChatRequest, KNOWN_IN_CHAT)

/** The same for a Responses request. */
export const unknownInResponses = unknownIn(ResponseRequest, Object.keys(REFUSED_IN_RESPONSES))

function unknownIn(schema: z.ZodType, known: string[]) {
  return (body: object): string[] => {
    const others = Object.entries(body).filter(([name]) => !known.includes(name))
    return unknownFieldWarnings(schema, Object.fromEntries(others))
  }
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

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unsupported(path: string, chatCode: string, message: string): StrettoError {
  return new StrettoError('bad_request', message, {
    chatCode,
    details: [{ path, problem: 'is not supported' }],
  })
}
