import type { ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askForText, closed, KEY } from '../support/ask-provider.ts'
import {
  isGemini,
  type ReceivedCall,
  replyTo,
  type ScriptedProvider,
  sendStream,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { partOf, partsOf } from '../support/streamed-reply.ts'

const PROVIDERS = ['openrouter', 'openai', 'anthropic', 'gemini'] as const
const PIECES = ['Once ', 'upon ', 'a time']
/** How many parts follow the last piece of a text. */
const afterText = (call: ReceivedCall) => (isGemini(call) ? 1 : 3)
/** Short, but enough for a reply to begin on a busy machine. */
const SILENCE_MS = 600
const TWO_MIB = 2 * 1024 * 1024

let server: ScriptedProvider

const openWith = async (script: Parameters<typeof startScriptedProvider>[0]) => {
  server = await startScriptedProvider(script)
  onTestFinished(server.close)
  return server.url
}
const partsFor = (call: ReceivedCall) => partsOf(replyTo(call, ''), PIECES)
/** The parts of a stream that breaks off before its last piece. */
const someFor = (call: ReceivedCall) => partsFor(call).slice(0, -afterText(call) - 1)

/** Only silence is ended by its time. */
const limitFor = (name: string) => (name.startsWith('silence') ? { timeoutMs: SILENCE_MS } : {})

interface Break {
  name: string
  code: string
  words: string
  play: (call: ReceivedCall, response: ServerResponse) => void
}

const BREAKS: Break[] = [
  {
    name: 'a reset',
    code: 'connection_lost',
    words: 'connection was lost',
    play(call, response) {
      sendStream(response, someFor(call), 'open')
      setTimeout(() => response.destroy(), 5)
    },
  },
  {
    name: 'an end without a finish reason',
    code: 'connection_lost',
    words: 'in the middle',
    play: (call, response) => sendStream(response, someFor(call)),
  },
  {
    name: 'an end within an event',
    code: 'malformed_reply',
    words: 'not JSON: {',
    play(call, response) {
      const [part] = partsFor(call).slice(-afterText(call) - 1)
      sendStream(response, [...someFor(call), part!.slice(0, -20)])
    },
  },
  {
    name: 'silence',
    code: 'timeout',
    words: 'fell silent',
    play: (call, response) => sendStream(response, someFor(call), 'open'),
  },
  {
    name: 'silence within one body',
    code: 'timeout',
    words: 'fell silent',
    play: (_, response) => sendStream(response, ['{"id":"completion-1",'], 'open'),
  },
  {
    name: 'an error with a status',
    code: 'provider_error',
    words: '502: The words of the provider',
    play(call, response) {
      const error = { code: 502, message: 'The words of the provider' }
      const event = call.path.endsWith('/messages') ? { type: 'error', error } : { choices: [], error }
      sendStream(response, [...someFor(call), partOf(event)], 'open')
    },
  },
  {
    name: 'an error with a name',
    code: 'provider_error',
    words: 'Overloaded',
    play(call, response) {
      const event = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
      sendStream(response, [...someFor(call), partOf(event)])
    },
  },
  {
    name: 'an error of the choice',
    code: 'provider_error',
    words: 'Gone',
    play(call, response) {
      const error = { code: 503, message: 'Gone' }
      const event = { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error', error }] }
      sendStream(response, [...someFor(call), partOf(event)])
    },
  },
]

type Provider = (typeof PROVIDERS)[number]

/** Whether the cost is known: some protocols state the tokens of the prompt first. */
const isKnown = (provider: Provider, name: string) =>
  (provider === 'anthropic' || provider === 'gemini') && name !== 'silence within one body'

/** Asks a server of its own, which is closed in the end. */
async function at(
  script: (call: ReceivedCall, response: ServerResponse, calls: ReceivedCall[]) => unknown,
  ask: (own: ScriptedProvider) => Promise<void>,
): Promise<void> {
  const own = await startScriptedProvider((call, response) => script(call, response, own.calls) as never)
  await ask(own).finally(own.close)
}

const isRequestedAgain = (provider: Provider, { name, play }: Break) =>
  at(
    (call, response, calls) => (calls.length === 1 ? play(call, response) : 'The whole text.'),
    async ({ url }) => {
      const reply = await askForText(url, { seat: { provider } }, limitFor(name))
      expect(reply).toMatchObject({ text: 'The whole text.' })
      expect(reply.isCut).toBeUndefined()
      expect(reply).toMatchObject(
        isKnown(provider, name) ? { calls: 2, promptTokens: 200 } : { calls: 1, promptTokens: 100 },
      )
    },
  )

const failsInTheEnd = (provider: Provider, { name, play, code, words }: Break) =>
  at(play, async ({ url, calls }) => {
    const completionTokens = provider === 'anthropic' ? 2 : 0
    await expect(askForText(url, { seat: { provider } }, limitFor(name))).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
      spent: isKnown(provider, name) ? { calls: 2, promptTokens: 200, completionTokens } : null,
    })
    expect(calls).toHaveLength(2)
    await Promise.all(calls.map(({ gone }) => (code === 'timeout' ? closed(gone) : undefined)))
  })

const isSilent = ({ code }: Break) => code === 'timeout'

describe('a stream of any provider that breaks off', () => {
  // All at once, because silence takes its time.
  it.each(BREAKS.filter(isSilent))('with $name is requested again', async (silence) => {
    await Promise.all(PROVIDERS.map((provider) => isRequestedAgain(provider, silence)))
  })
  it.each(BREAKS.filter(isSilent))('with $name is a failure in the end, never a text', async (silence) => {
    await Promise.all(PROVIDERS.map((provider) => failsInTheEnd(provider, silence)))
  })
})

describe.each(PROVIDERS)('a stream of %s that breaks off', (provider) => {
  const loud = BREAKS.filter((one) => !isSilent(one))
  it.each(loud)('with $name is requested again', (fault) => isRequestedAgain(provider, fault))
  it.each(loud)('with $name is a failure in the end, never a text', (fault) => failsInTheEnd(provider, fault))

  it('with an error that repeats the key does not reveal it', async () => {
    const error = { type: 'authentication_error', message: `No such key: ${KEY}` }
    const url = await openWith((_, response) => sendStream(response, [partOf({ type: 'error', error })]))
    await expect(askForText(url, { seat: { provider } })).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'No such key: [key]',
    })
    expect(server.calls).toHaveLength(1)
  })
})

describe.each(PROVIDERS)('a stream of %s', (provider) => {
  const seat = { provider }
  const text = PIECES.join('')

  it.each([
    ['ends without its last event', 'ended'],
    ['is reset after the finish reason', 'reset'],
    ['falls silent after the finish reason', 'open'],
  ] as const)('that %s is complete', async (_, end) => {
    const url = await openWith((call, response) => {
      const parts = partsFor(call)
      sendStream(response, isGemini(call) ? parts : parts.slice(0, -1), end === 'ended' ? 'ended' : 'open')
      if (end === 'reset') setTimeout(() => response.destroy(), 5)
    })
    const options = { ...(end === 'open' ? { timeoutMs: SILENCE_MS } : {}), retries: 0 }
    expect(await askForText(url, { seat }, options)).toMatchObject({ text, promptTokens: 100 })
    // The last event of Gemini says that nothing follows.
    if (end === 'open' && provider !== 'gemini') await closed(server.calls[0]?.gone)
  })

  it('whose connection stays open after the last event is complete at once', async () => {
    const url = await openWith((call, response) => sendStream(response, partsFor(call), 'open'))
    expect(await askForText(url, { seat })).toMatchObject({ text, calls: 1 })
  })

  it.each([
    ['comments', ': OPENROUTER PROCESSING\n\n'],
    ['pings', partOf({ type: 'ping' })],
    ['empty pieces', partOf({ choices: [{ delta: { role: 'assistant', content: '' } }] })],
    ['blank lines', '\n'],
  ])('that contains only %s is silent, and is not requested again', async (_, part) => {
    const url = await openWith((call, response) => {
      sendStream(response, [], 'open')
      const timer = setInterval(() => response.write(part), 5)
      call.gone.addEventListener('abort', () => clearInterval(timer))
    })
    await expect(askForText(url, { seat }, { timeoutMs: 250 })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('in time'),
    })
    expect(server.calls).toHaveLength(1)
    await closed(server.calls[0]?.gone)
  })

  const endless: Array<[string, (call: ReceivedCall) => string, number]> = [
    [
      'a text',
      (call: ReceivedCall) => partsOf(replyTo(call, ''), ['x'.repeat(64 * 1024)]).at(-afterText(call) - 1)!,
      TWO_MIB,
    ],
    ['a line', () => ' '.repeat(64 * 1024), TWO_MIB],
  ]
  // The limit of a whole stream is the same for all, and takes long to reach.
  if (provider === 'openai')
    endless.push(['wrapping', () => `: ${'x'.repeat(64 * 1024)}\n\n`, 64 * 1024 * 1024])

  it.each(endless)(
    'with %s without end is closed at its limit, and counts as paid',
    async (name, part, limit) => {
      const url = await openWith((call, response) => {
        const parts = partsFor(call)
        sendStream(response, name === 'wrapping' ? [...someFor(call)] : parts.slice(0, 1), 'open')
        flood(response, part(call))
      })
      await expect(askForText(url, { seat })).rejects.toMatchObject({
        code: 'too_large_reply',
        message: expect.stringContaining(`larger than ${limit} bytes`),
        spent: { calls: 1, promptTokens: provider === 'anthropic' || provider === 'gemini' ? 100 : 0 },
      })
      await closed(server.calls[0]?.gone)
      expect(server.calls).toHaveLength(1)
    },
  )
})

/** Writes the same over and over until the caller hangs up. */
function flood(response: ServerResponse, part: string): void {
  while (!response.destroyed && response.write(part));
  if (!response.destroyed) response.once('drain', () => flood(response, part))
}
