import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { ErrorBody } from '../../src/contract/error-codes.ts'
import { onNode } from '../support/in-workerd/differences.ts'
import { replyAs } from '../support/panel-replies.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'
import { openService, post, type TestService } from '../support/service.ts'

const models = ['vendor/first', 'vendor/second', 'vendor/third']

let service: TestService
let provider: ScriptedProvider
afterEach(async () => {
  await service.stop()
  await provider.close()
})

async function open(
  environment: Record<string, string>,
  script: Parameters<typeof startScriptedProvider>[0],
) {
  provider = await startScriptedProvider(script)
  service = await openService({
    ROUTER: 'auto',
    OPENROUTER_API_KEY: 'sk-of-the-server',
    OPENROUTER_BASE_URL: provider.url,
    MODEL_RETRIES: '0',
    ...environment,
  })
}

const ask = (query: string) => post(service.edge, '/consensus-iterative', { query, models })

describe('the limits on model calls', () => {
  onNode('limits of a process')(
    'allow no more than MODEL_CONCURRENCY calls in flight, over all requests',
    async () => {
      let inFlight = 0
      let most = 0
      let meet = () => {}
      const met = new Promise<void>((resolve) => {
        meet = resolve
      })
      await open({ MODEL_CONCURRENCY: '2' }, async (call) => {
        inFlight++
        most = Math.max(most, inFlight)
        // The first waits for the second, however late it comes; others that do not wait their turn may come meanwhile.
        if (inFlight === 2) meet()
        await met
        await pause(50)
        inFlight--
        return replyAs('Paris', call)
      })
      const asked = [ask('What is the capital of France?'), ask('Which city has the Louvre?')]
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200])
      expect(provider.calls.length).toBeGreaterThanOrEqual(6)
      expect(most).toBe(2)
    },
  )

  it('end calls that bring a token now and then, also while somebody reads along', async () => {
    await open({ CONSENSUS_DEADLINE_SECONDS: '1' }, (call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const send = () => response.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n')
      const timer = setInterval(send, 20)
      call.gone.addEventListener('abort', () => clearInterval(timer))
    })
    const asked = { query: 'What is the capital of France?', models }
    const [json, stream] = await Promise.all([
      ask('Which city has the Louvre?'),
      post(service.edge, '/consensus-iterative', asked, { Accept: 'text/event-stream' }).then((response) =>
        response.text(),
      ),
    ])
    expect(json.status).toBe(504)
    expect(stream).toMatch(/event: error\ndata: .*"deadline_exceeded"/)
    await Promise.all(provider.calls.map(({ gone }) => gone.aborted || once(gone, 'abort')))
  })

  it('return 504 when no model has answered within CONSENSUS_DEADLINE_SECONDS', async () => {
    await open({ CONSENSUS_DEADLINE_SECONDS: '1' }, () => new Promise(() => {}))
    const response = await ask('What is the capital of France?')
    expect(response.status).toBe(504)
    const { error, details } = ErrorBody.strict().parse(await response.json())
    expect(error).toBe('deadline_exceeded')
    expect(details?.map(({ path }) => path).sort()).toEqual(models)
  })
})
