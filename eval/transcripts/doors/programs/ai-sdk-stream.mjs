import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'

const deliberation = (body) => (body?.stretto ? { stretto: body.stretto } : undefined)
const provider = createOpenAICompatible({
  name: 'stretto',
  baseURL: 'http://localhost:8787/v1',
  includeUsage: true,
  metadataExtractor: {
    extractMetadata: async ({ parsedBody }) => deliberation(parsedBody),
    createStreamExtractor() {
      let found
      return {
        processChunk(chunk) {
          found ??= deliberation(chunk)
        },
        buildMetadata: () => found,
      }
    },
  },
})

const result = streamText({
  model: provider('stretto/auto'),
  system: 'Answer in plain words.',
  prompt: 'Explain how the tides come about.',
  providerOptions: { stretto: { stretto: { skip_cache: true } } },
})
for await (const delta of result.textStream) console.log('text:', JSON.stringify(delta))
console.log('finish reason:', await result.finishReason)
const { stretto } = await result.providerMetadata
console.log('confidence:', stretto.confidence, 'outcome:', stretto.outcome)
const { inputTokens, outputTokens } = await result.totalUsage
console.log('usage:', { inputTokens, outputTokens })
