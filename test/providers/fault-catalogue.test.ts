import { describe, expect, it } from 'vitest'
import { ModelFailure } from '../../src/engine/panel/model-port.ts'
import { askForText, askProvider, KEY } from '../support/ask-provider.ts'
import { PROVIDER_FAULTS } from '../support/provider-faults.ts'
import { replyTo, type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'
import { timeLimit } from '../support/time-limit.ts'

async function withServer<Result>(
  script: Parameters<typeof startScriptedProvider>[0],
  use: (server: ScriptedProvider) => Promise<Result>,
): Promise<Result> {
  const server = await startScriptedProvider(script)
  return use(server).finally(() => server.close())
}

/** A text that was cut off is no fault, and one that hangs after it has begun is requested again. */
const TEXT_FAULTS = PROVIDER_FAULTS.filter(
  ({ name, code }) => code !== 'truncated' && name !== 'a hang mid-body',
)
const CALLS = [
  { what: 'a verdict', ask: askProvider, faults: PROVIDER_FAULTS },
  { what: 'a text', ask: askForText, faults: TEXT_FAULTS },
]
/** The first of each code. */
const oneOfEach = (faults: typeof PROVIDER_FAULTS) =>
  faults.filter(({ code }, place) => faults.findIndex((other) => other.code === code) === place)
/** One table for a stream and one for a whole reply; the other protocols share all but how a fault is worded. */
const CASES = (['openrouter', 'openai', 'anthropic', 'gemini'] as const).flatMap((provider) =>
  CALLS.map(({ faults, ...call }) => ({
    provider,
    ...call,
    faults: provider === 'openrouter' ? faults : oneOfEach(faults),
  })),
)

describe.concurrent.each(CASES)('of $provider, asked for $what,', ({ provider, ask, faults }) => {
  it.each(faults)('$name becomes $code', async ({ play, code, words, retried }) => {
    // The script gives nothing back: what it wrote is all that is sent.
    const { timeoutMs, end } = timeLimit()
    const script: Parameters<typeof startScriptedProvider>[0] = (call, response) => {
      play(call, response)
      // Of those that last as long as one waits.
      if (code === 'timeout' && !retried) end()
    }
    await withServer(script, async (server) => {
      const failure = await ask(server.url, { seat: { provider } }, { timeoutMs }).then(
        () => null,
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(ModelFailure)
      expect(failure).toMatchObject({ code, message: expect.stringContaining(words) })
      const { message, cause } = failure as ModelFailure
      expect(message.length).toBeGreaterThan(5)
      expect(message.length).toBeLessThanOrEqual(500)
      expect(message).not.toContain(KEY)
      // A client's own errors hold the prompt that was sent.
      expect(cause).toBeUndefined()
      expect(server.calls).toHaveLength(retried ? 2 : 1)
    })
  })

  it('keep-alive comments and blank lines before a reply are skipped', () =>
    withServer(
      (call, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write(': OPENROUTER PROCESSING\n\n')
        response.write('\n   \n: OPENROUTER PROCESSING\n')
        response.end(JSON.stringify(replyTo(call, 'at last')))
      },
      async ({ url }) => {
        expect(await ask(url, { seat: { provider } })).toMatchObject({ text: 'at last' })
      },
    ))

  it('a temporary fault is forgotten when another attempt succeeds', () => {
    let tries = 0
    return withServer(
      (_, response) => (++tries === 1 ? void response.destroy() : 'at last'),
      async ({ url }) => {
        expect(await ask(url, { seat: { provider } })).toMatchObject({ text: 'at last' })
        expect(tries).toBe(2)
      },
    )
  })
})
