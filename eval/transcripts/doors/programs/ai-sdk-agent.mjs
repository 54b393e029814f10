import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs, tool } from 'ai'
import { z } from 'zod'

const provider = createOpenAICompatible({
  name: 'stretto',
  baseURL: 'http://localhost:8787/v1',
  metadataExtractor: {
    extractMetadata: async ({ parsedBody }) => ({ stretto: parsedBody.stretto }),
    createStreamExtractor: () => ({ processChunk() {}, buildMetadata: () => undefined }),
  },
})

const { steps, text } = await generateText({
  model: provider('stretto/auto'),
  prompt: 'How warm is it in the capital of Italy?',
  tools: {
    find_capital: tool({
      description: 'The capital of a country',
      inputSchema: z.object({ country: z.string(), language: z.string().default('en') }),
      execute: async () => 'Rome',
    }),
    get_weather: tool({
      description: 'The weather in a city',
      inputSchema: z.object({ city: z.string() }),
      execute: async () => '21 °C, sunny',
    }),
  },
  stopWhen: stepCountIs(5),
  maxRetries: 0,
})

steps.forEach(({ finishReason, toolCalls, toolResults, providerMetadata }, index) => {
  const { outcome, confidence, dissent, usage } = providerMetadata.stretto
  console.log(`step ${index + 1}: ${finishReason}`)
  for (const { toolName, input } of toolCalls) console.log('  call:', toolName, JSON.stringify(input))
  for (const { output } of toolResults) console.log('  result:', output)
  console.log('  panel:', outcome, 'with confidence', confidence, 'after', usage.calls, 'calls')
  for (const { name, answer } of dissent) console.log('  dissent:', name, answer)
})
console.log(text)
