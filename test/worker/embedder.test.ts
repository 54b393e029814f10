import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { EMBEDDING_DIMENSIONS } from '../../src/contract/limits.ts'
import { replyAs } from '../support/panel-replies.ts'
import { type ReceivedCall, sendJson } from '../support/scripted-provider.ts'
import { openWorkerService, type WorkerService } from '../support/worker-service.ts'

/** A vector that says how often each letter is in a text. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(EMBEDDING_DIMENSIONS).fill(0)
  for (const letter of text) vector[letter.charCodeAt(0) % EMBEDDING_DIMENSIONS]! += 1
  return vector
}

const inputOf = ({ body }: ReceivedCall) => body.input as string[]

describe.skipIf(inject('miniflare') === null)('a worker with another embedder', () => {
  let service: WorkerService
  beforeAll(async () => {
    service = await openWorkerService(
      (call, response) =>
        call.path.endsWith('/embeddings')
          ? sendJson(response, { data: inputOf(call).map((text) => ({ embedding: vectorOf(text) })) })
          : replyAs('42', call),
      { EMBEDDER: 'openai', EMBEDDER_API_KEY: 'sk-of-the-embedder' },
    )
  })
  afterAll(() => service?.close())

  const isSeeded = async () =>
    (await (await fetch(`${service.edge}/health`)).json()).vector_index.axioms_seeded

  it('embeds the axioms after a response, once for all instances', async () => {
    await expect.poll(isSeeded, { timeout: 60_000 }).toBe(true)
    const search = await fetch(`${service.edge}/axioms/search?q=How%20many%20sides%3F&minScore=0`)
    expect((await search.json()).count).toBe(5)
    // Single texts are questions, and those by which the health is told.
    const batches = () => service.calls.filter((call) => inputOf(call).length > 1).length
    const before = batches()
    await service.restart()
    await expect.poll(isSeeded, { timeout: 60_000 }).toBe(true)
    expect(batches()).toBe(before)
    const texts = service.calls.flatMap(inputOf)
    expect(new Set(texts).size).toBeGreaterThan(texts.length - 5)
  })
})
