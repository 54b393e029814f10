import { setMaxListeners } from 'node:events'
import { LIMITS } from '../../../contract/limits.ts'
import {
  type AskModel,
  type ModelCall,
  type ModelReply,
  type ReplyForm,
  replyForm,
} from '../../../engine/index.ts'
import { stableHash } from '../../../utils/stable-hash.ts'
import { askWithFeatures, type Terms } from './ask-with-features.ts'
import { keyBegunAt, replyWithoutKey } from './faults/without-key.ts'
import { exchange } from './http/exchange.ts'
import { type Attempt, type CallLimits, limitedCall } from './limited-call.ts'
import type { Wanted } from './protocols/protocol.ts'
import { type ProviderAccess, protocolOf } from './protocols/protocols.ts'
import type { Feature, RefusedFeatures } from './refused-features.ts'
import type { Spending } from './spending.ts'
import { type ReadText, readReply, wholeText } from './whole-text.ts'

interface ProviderOptions extends CallLimits {
  /** The owner of the calls, and when it must end. */
  run: { endsAt: number }
  refused: RefusedFeatures
}

/** Calls real models over HTTP, with limits on concurrency, time and retries; a cancelled call is closed at the socket. */
export function createProviderModels(
  accessTo: (call: ModelCall) => ProviderAccess,
  { run, refused, ...limits }: ProviderOptions,
): AskModel {
  return async (call) => {
    const { seat, signal } = call
    // All calls of a run listen to its signal, and each stops when it is over: that is not a leak.
    setMaxListeners(0, signal)
    const access = accessTo(call)
    const form = replyForm(call.brief)
    const named = namedSchema(call)
    const schema = named?.schema ?? form.schema
    const server = [seat.provider, access.baseUrl, seat.model, stableHash(access.apiKey)]
    // That a caller's schema is refused says nothing about others.
    const endpoint = JSON.stringify(named ? [...server, stableHash(JSON.stringify(named))] : server)
    const wanted = featuresOf({ schema, isText: form.isText }, seat)
    const features = { endpoint, wanted, maxTokens: form.maxTokens, refused }
    const send = createRequests(call, { access, form, asked: { schema, named } })
    const { result, spending } = await limitedCall(
      (attempt) => askWithFeatures((terms) => send(terms, attempt), features),
      {
        ...limits,
        ...{ name: seat.name, apiKey: access.apiKey, owner: run, signal },
        limits: form.isText ? 'silence' : 'whole',
        longestPauseMs: () => run.endsAt - limits.now(),
      },
    )
    return replyOf(result, access.apiKey, spending)
  }
}

/** The caller's schema of an answer in words; undefined for none, and where it does not go with tools. */
function namedSchema({ brief, seat }: ModelCall): Wanted['named'] {
  const step = brief.phase === 'exposition' ? brief.step : undefined
  const isAlone = step?.offered.tools.length === 0
  return isAlone || protocolOf(seat.provider).isChat ? step?.schema : undefined
}

interface RequestParts {
  access: ProviderAccess
  form: ReplyForm
  asked: Pick<Wanted, 'schema' | 'named'>
}

/** Sends requests for one call, each on the terms that it is given, and reads the replies. */
function createRequests(call: ModelCall, { access, form, asked }: RequestParts) {
  const { seat, messages } = call
  const { model, temperature, seed } = seat
  const protocol = protocolOf(seat.provider)
  let attempts = 0
  return async (terms: Terms, { signal, onArrival, spending }: Attempt): Promise<ReadText> => {
    const showText = textWatch(call, ++attempts, access.apiKey)
    const body = protocol.body({ model, messages, temperature, seed, ...asked, tools: form.tools, ...terms })
    try {
      const reply = await exchange(
        { protocol, access, model, body, signal, isStreamed: terms.features.has('stream') },
        {
          spending,
          onArrival(text) {
            onArrival()
            showText(text)
          },
        },
      )
      return wholeText(readReply(protocol, reply), form.isText)
    } catch (error) {
      const spent = spending.known()
      if (spent?.calls) call.onSpent?.(spent)
      throw error
    }
  }
}

/** What the caller gets: the key is masked wherever the provider repeats it. */
function replyOf(
  { text, toolCalls, isCut, servedModel }: ReadText,
  apiKey: string,
  spending: Spending,
): ModelReply {
  const called = toolCalls.map((call) => ({ ...call, arguments: replyWithoutKey(call.arguments, apiKey) }))
  return {
    text: replyWithoutKey(text, apiKey),
    ...(called.length > 0 && { toolCalls: called }),
    ...spending.total(),
    ...(servedModel === undefined ? {} : { servedModel: replyWithoutKey(servedModel, apiKey) }),
    ...(isCut ? { isCut } : {}),
  }
}

/** So many new characters are shown at once: an event for every token would be much more wrapping than text. */
const SHOWN_AT_ONCE = 40

/** Shows the text of an attempt to the caller as it arrives, as far as a text is kept. */
function textWatch({ onText }: ModelCall, attempt: number, apiKey: string): (text: string) => void {
  let shown = 0
  return (text) => {
    if (onText === undefined || text.length - shown < SHOWN_AT_ONCE) return
    if (text.length > LIMITS.answerCharacters) return
    const arrived = text.slice(shown)
    const piece = arrived.slice(0, keyBegunAt(arrived, apiKey))
    shown += piece.length
    if (piece !== '') onText(attempt, replyWithoutKey(piece, apiKey))
  }
}

function featuresOf(
  { schema, isText }: { schema: object | null; isText: boolean },
  { seed }: ModelCall['seat'],
): Feature[] {
  const streaming: Feature[] = isText ? ['stream', 'stream_options'] : []
  return [
    ...(schema === null ? [] : (['schema'] as const)),
    ...(seed === undefined ? [] : (['seed'] as const)),
    'temperature',
    'max_tokens',
    ...streaming,
  ]
}
