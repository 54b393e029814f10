import type { ServerResponse } from 'node:http'
import { inBlock } from './engine/scripted-panel.ts'
import { isGemini, type ReceivedCall, replyTo, sendJson } from './scripted-provider.ts'

/** A way in which a provider fails, and what must become of it. */
export interface ProviderFault {
  name: string
  code: string
  /** What the abstention must say. */
  words: string
  /** Whether another try is made. */
  retried: boolean
  play: (call: ReceivedCall, response: ServerResponse) => unknown
}

/** Faults are over at once, or when the time is over; a further try comes at once. */
const SOON = { 'retry-after-ms': '0' }
const JSON_TYPE = { 'content-type': 'application/json' }
const REPLY = inBlock('Lyon')

const isMessages = ({ path }: ReceivedCall) => path.endsWith('/messages')

/** An error as the protocol of the call puts it. */
function errorFor(call: ReceivedCall, message: string, code: number | string = 'some_code') {
  if (isGemini(call))
    return { error: { message, status: String(code), details: [{ reason: 'SOME_REASON' }] } }
  return isMessages(call)
    ? { type: 'error', error: { type: String(code), message } }
    : { error: { message, code, type: 'some_error' } }
}

const WORDS = 'These are the words of the provider'

function status(code: number, expected: string, retried = false, headers: Record<string, string> = SOON) {
  return {
    name: `status ${code}${headers === SOON ? '' : ' without Retry-After'}`,
    code: expected,
    words: `${code}: ${WORDS}`,
    retried,
    play(call: ReceivedCall, response: ServerResponse) {
      response.writeHead(code, { ...JSON_TYPE, ...headers })
      response.end(JSON.stringify(errorFor(call, WORDS)))
    },
  }
}

/** A reply that ends for another reason than that it is finished. */
function ended(call: ReceivedCall, reasons: { chat: string; messages: string; gemini: string }) {
  const reply = replyTo(call, REPLY)
  if (reply.choices) reply.choices[0]!.finish_reason = reasons.chat
  else if (reply.candidates) reply.candidates[0].finishReason = reasons.gemini
  else reply.stop_reason = reasons.messages
  return reply
}

/** Sends a header and then whatever comes, so that the reply has begun. */
function begin(response: ServerResponse, headers: Record<string, string> = {}): ServerResponse {
  response.writeHead(200, { ...JSON_TYPE, ...SOON, ...headers })
  return response
}

/** The catalogue: what real providers, and what stands between them and us, have been seen to do. */
export const PROVIDER_FAULTS: ProviderFault[] = [
  status(400, 'bad_request'),
  status(401, 'unauthorized'),
  status(402, 'payment_required'),
  status(403, 'forbidden'),
  status(404, 'model_not_found'),
  status(408, 'timeout', true),
  status(409, 'conflict', true),
  status(413, 'too_large'),
  status(418, 'refused'),
  status(422, 'bad_request'),
  status(429, 'rate_limited', true),
  status(429, 'rate_limited', true, {}),
  status(500, 'provider_error', true),
  status(502, 'provider_error', true),
  status(503, 'provider_error', true),
  status(529, 'provider_error', true),
  {
    name: 'status 429 for a quota that is spent',
    code: 'payment_required',
    words: `429: ${WORDS}`,
    retried: false,
    play(call, response) {
      response.writeHead(429, { ...JSON_TYPE, ...SOON })
      response.end(JSON.stringify(errorFor(call, WORDS, 'insufficient_quota')))
    },
  },
  {
    name: 'status 400 for a model that the router does not know',
    code: 'model_not_found',
    words: '400: vendor/modle is not a valid model ID',
    retried: false,
    play(call, response) {
      response.writeHead(400, { ...JSON_TYPE, ...SOON })
      response.end(JSON.stringify(errorFor(call, 'vendor/modle is not a valid model ID', 400)))
    },
  },
  ...[
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 150000 tokens",
    'prompt is too long: 210000 tokens > 200000 maximum',
    'the request exceeds the available context size, try increasing it',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  ].map(
    (said): ProviderFault => ({
      name: `status 400 for a prompt that the model cannot read: ${said.slice(0, 18)}`,
      code: 'too_large',
      words: `400: ${said}`,
      retried: false,
      play(call, response) {
        response.writeHead(400, { ...JSON_TYPE, ...SOON })
        response.end(JSON.stringify(errorFor(call, said, 400)))
      },
    }),
  ),
  {
    name: 'an error page',
    code: 'provider_error',
    words: '502: 502 Bad Gateway nginx',
    retried: true,
    play(_, response) {
      response.writeHead(502, { 'content-type': 'text/html', ...SOON })
      response.end(
        '<html><head><style>a { color: red }</style></head>\r\n<body><h1>502 Bad Gateway</h1><hr>nginx</body></html>',
      )
    },
  },
  {
    name: 'a gigantic error page',
    code: 'provider_error',
    words: '500: word word',
    retried: true,
    play(_, response) {
      response.writeHead(500, SOON)
      return trickle(response, 'word '.repeat(20_000), 0)
    },
  },
  {
    name: 'an error without a word',
    code: 'provider_error',
    words: '503: Service Unavailable',
    retried: true,
    play(_, response) {
      response.writeHead(503, SOON)
      response.end()
    },
  },
  {
    name: 'an error in another form',
    code: 'bad_request',
    words: `400: ${WORDS}`,
    retried: false,
    play(_, response) {
      response.writeHead(400, JSON_TYPE)
      response.end(JSON.stringify({ object: 'error', message: WORDS, code: 400 }))
    },
  },
  {
    name: 'an error that is a mere text',
    code: 'model_not_found',
    words: `404: ${WORDS}`,
    retried: false,
    play(_, response) {
      response.writeHead(404, JSON_TYPE)
      response.end(JSON.stringify({ error: WORDS }))
    },
  },
  {
    name: 'a 200 carrying an error with a status',
    code: 'rate_limited',
    words: `429: ${WORDS}: those of the provider behind it`,
    retried: true,
    play(_, response) {
      const metadata = { raw: 'those of the provider behind it', provider_name: 'Someone' }
      sendJson(response, { error: { code: 429, message: WORDS, metadata } }, SOON)
    },
  },
  {
    name: 'a 200 carrying an error with a name',
    code: 'unauthorized',
    words: WORDS,
    retried: false,
    play: (call, response) => sendJson(response, errorFor(call, WORDS, 'authentication_error'), SOON),
  },
  {
    name: 'a 200 carrying any other error',
    code: 'provider_error',
    words: WORDS,
    retried: true,
    play: (call, response) => sendJson(response, errorFor(call, WORDS, 'overloaded_error'), SOON),
  },
  {
    name: 'a choice carrying an error',
    code: 'provider_error',
    words: `502: ${WORDS}`,
    retried: true,
    play(call, response) {
      const message = { role: 'assistant', content: REPLY }
      const choices = [{ index: 0, message, finish_reason: 'error', error: { code: 502, message: WORDS } }]
      sendJson(response, { ...replyTo(call, REPLY), choices }, SOON)
    },
  },
  {
    name: 'no choice',
    code: 'empty_reply',
    words: '',
    retried: true,
    play: (call, response) =>
      sendJson(response, { ...replyTo(call, ''), choices: [], content: [], candidates: [] }, SOON),
  },
  {
    name: 'an empty choice',
    code: 'empty_reply',
    words: 'empty text',
    retried: true,
    play: (call, response) => sendJson(response, replyTo(call, ''), SOON),
  },
  {
    name: 'an empty body',
    code: 'empty_reply',
    words: 'empty response',
    retried: true,
    play: (_, response) => begin(response).end(),
  },
  {
    name: 'a reply cut at its length, though it looks whole',
    code: 'truncated',
    words: 'cut off',
    retried: false,
    play: (call, response) =>
      sendJson(response, ended(call, { chat: 'length', messages: 'max_tokens', gemini: 'MAX_TOKENS' }), SOON),
  },
  {
    name: 'a reply that was filtered, though there is some',
    code: 'filtered',
    words: 'Lyon',
    retried: false,
    play: (call, response) =>
      sendJson(
        response,
        ended(call, { chat: 'content_filter', messages: 'refusal', gemini: 'SAFETY' }),
        SOON,
      ),
  },
  {
    name: 'a reply broken off for an error that is not told',
    code: 'provider_error',
    words: 'finish_reason: error',
    retried: true,
    play: (call, response) =>
      sendJson(response, ended(call, { chat: 'error', messages: 'error', gemini: 'error' }), SOON),
  },
  {
    name: 'malformed JSON',
    code: 'malformed_reply',
    words: 'not JSON: {"id":"completion-1","choices":[{',
    retried: true,
    play: (_, response) => begin(response).end('{"id":"completion-1","choices":[{'),
  },
  {
    name: 'a page instead of a reply',
    code: 'malformed_reply',
    words: 'Please log in',
    retried: true,
    play: (_, response) => begin(response).end('<html><body>Please log in</body></html>'),
  },
  {
    name: 'JSON that is no reply',
    code: 'malformed_reply',
    words: 'not a reply: {"hello":"world"}',
    retried: true,
    play: (_, response) => sendJson(response, { hello: 'world' }, SOON),
  },
  {
    name: 'a slow trickle',
    code: 'timeout',
    words: 'in time',
    retried: false,
    play: (_, response) => trickle(begin(response), ' ', 5),
  },
  {
    name: 'keep-alive comments without end',
    code: 'timeout',
    words: 'in time',
    retried: false,
    play: (_, response) => trickle(begin(response), ': OPENROUTER PROCESSING\n\n', 5),
  },
  {
    name: 'a reset mid-body',
    code: 'connection_lost',
    words: 'connection was lost',
    retried: true,
    play(_, response) {
      begin(response, { 'content-length': '1000' }).write('{"id":"completion-1",')
      setImmediate(() => response.destroy())
    },
  },
  {
    name: 'a reset before a word',
    code: 'connection_lost',
    words: 'connection was lost',
    retried: true,
    play: (_, response) => response.destroy(),
  },
  {
    name: 'a hang',
    code: 'timeout',
    words: 'in time',
    retried: false,
    play: () => undefined,
  },
  {
    name: 'a hang mid-body',
    code: 'timeout',
    words: 'in time',
    retried: false,
    play: (_, response) => begin(response).write('{"id":"completion-1",'),
  },
  {
    name: 'a redirect to another host',
    code: 'redirected',
    words: '307: The provider redirects to elsewhere.invalid',
    retried: false,
    play(_, response) {
      response.writeHead(307, { location: 'https://elsewhere.invalid/v1/chat/completions' })
      response.end()
    },
  },
  {
    name: 'a gigantic body',
    code: 'too_large_reply',
    words: 'larger than 2097152 bytes',
    retried: false,
    play: (_, response) => trickle(begin(response), ' '.repeat(1024 * 1024), 0),
  },
]

/** Writes the same over and over until the caller hangs up. */
function trickle(response: ServerResponse, text: string, everyMs: number): void {
  const write = () => {
    if (response.destroyed) return
    if (!response.write(text)) response.once('drain', write)
    else setTimeout(write, everyMs)
  }
  write()
}
