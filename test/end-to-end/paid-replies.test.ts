import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { eventsOf } from '../support/event-stream.ts'
import { replyAs } from '../support/panel-replies.ts'
import { startService } from '../support/process.ts'
import { replyTo, sendJson, startScriptedProvider } from '../support/scripted-provider.ts'
import { freshFolder } from '../support/seeded-folder.ts'

const MODELS = ['vendor/cut', 'vendor/held', 'vendor/good', 'vendor/slow']
const ENDINGS: Record<string, string> = { 'vendor/cut': 'length', 'vendor/held': 'content_filter' }

test('an unusable reply is not paid for again after the service was killed', async () => {
  let isSlow = true
  const provider = await startScriptedProvider((call, response) => {
    if (call.model === 'vendor/slow' && isSlow) return
    const reply = replyTo(call, replyAs('42', call))
    reply.choices![0]!.finish_reason = ENDINGS[call.model] ?? 'stop'
    sendJson(response, reply)
  })
  const folder = await freshFolder()
  const settings = {
    DATA_DIR: folder,
    OPENROUTER_API_KEY: 'some-key',
    OPENROUTER_BASE_URL: provider.url,
    TASK_LEASE_MS: '300',
  }
  let service = await startService(settings)
  try {
    const models = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
    const created = await fetch(`${service.local}/consensus`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'How many?', models, max_iterations: 1 }),
    })
    const { id } = await created.json()
    let heard = 0
    for await (const { event } of eventsOf(await fetch(`${service.local}/consensus/${id}/events`)))
      if (event === 'answer-received' && ++heard === 3) break
    await service.end('SIGKILL')

    isSlow = false
    service = await startService(settings)
    for await (const { data } of eventsOf(await fetch(`${service.local}/consensus/${id}/events`)))
      if (data.status === 'completed') break
    const { result } = await (await fetch(`${service.local}/consensus/${id}`)).json()
    const asked = MODELS.map((model) => provider.calls.filter((call) => call.model === model).length)
    expect(asked).toEqual([1, 1, 1, 2])
    expect(result.usage).toMatchObject({ calls: 4, prompt_tokens: 400 })
  } finally {
    await service.end('SIGKILL')
    await provider.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
