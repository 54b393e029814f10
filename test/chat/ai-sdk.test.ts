import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText } from 'ai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AGREED, type ChatService, openChatService } from '../support/chat-service.ts'
import { replyAs } from '../support/panel-replies.ts'
import { sendError } from '../support/scripted-provider.ts'

const prompt = 'What is 40 + 2?'

let service: ChatService
beforeAll(async () => {
  service = await openChatService((call, response) =>
    call.prompt.includes('no credit') ? sendError(response, 402, 'no credit') : replyAs(AGREED, call),
  )
})
afterAll(() => service.stop())

/** The provider as an application sets it up, with the deliberation as metadata. */
function panel(id = 'stretto/auto') {
  // biome-ignore lint/suspicious/noExplicitAny: raw bodies have no type there
  const metadata = (body: any) => (body?.stretto ? { stretto: body.stretto } : undefined)
  return createOpenAICompatible({
    name: 'stretto',
    baseURL: service.baseURL,
    includeUsage: true,
    metadataExtractor: {
      extractMetadata: async ({ parsedBody }) => metadata(parsedBody),
      createStreamExtractor() {
        let found: ReturnType<typeof metadata>
        return {
          processChunk(chunk) {
            found ??= metadata(chunk)
          },
          buildMetadata: () => found,
        }
      },
    },
  })(id)
}

it('generates text, with the usage of all calls and the deliberation as metadata', async () => {
  const { text, usage, finishReason, providerMetadata } = await generateText({ model: panel(), prompt })
  expect(text).toContain('42')
  expect(finishReason).toBe('stop')
  expect(usage.totalTokens).toBe(120 * service.calls.length)
  expect(providerMetadata?.stretto).toMatchObject({ outcome: 'consensus' })
})

it('streams text, with the usage and the deliberation at the end', async () => {
  const { textStream, finishReason, totalUsage, providerMetadata } = streamText({
    model: panel('stretto/concert'),
    prompt,
  })
  let text = ''
  for await (const delta of textStream) text += delta
  expect(text).toContain('42')
  expect(await finishReason).toBe('stop')
  expect((await totalUsage).totalTokens).toBeGreaterThan(0)
  expect((await providerMetadata)?.stretto).toMatchObject({ structure: 'concert' })
})

it('passes options of this service through its provider options', async () => {
  const models = ['vendor/one', 'vendor/two']
  const { providerMetadata } = await generateText({
    model: panel(),
    prompt,
    providerOptions: { stretto: { stretto: { models } } },
  })
  expect(providerMetadata?.stretto).toMatchObject({ models })
})

it('fails with the message of the service', async () => {
  const failing = generateText({ model: panel('stretto/unknown'), prompt, maxRetries: 0 })
  await expect(failing).rejects.toMatchObject({
    statusCode: 404,
    message: expect.stringContaining('does not exist'),
  })
})

it('reports a failure in the middle of a stream as an error part', async () => {
  const { fullStream } = streamText({ model: panel(), prompt: 'Is there no credit?', onError() {} })
  const errors: unknown[] = []
  for await (const part of fullStream) if (part.type === 'error') errors.push(part.error)
  expect(JSON.stringify(errors)).toContain('payment_required')
})

it('ends the run when it is aborted', async () => {
  const leaving = new AbortController()
  const { fullStream } = streamText({ model: panel(), prompt: 'What is 1 + 2?', abortSignal: leaving.signal })
  const parts: string[] = []
  for await (const { type } of fullStream) {
    parts.push(type)
    leaving.abort()
  }
  expect(parts).toContain('abort')
})
