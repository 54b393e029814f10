import OpenAI from 'openai'

const client = new OpenAI({ baseURL: 'http://localhost:8787/v1', apiKey: 'your key, or any text' })
const stream = await client.chat.completions.create({
  model: 'stretto/auto',
  messages: [
    { role: 'system', content: 'Answer in plain words.' },
    { role: 'user', content: 'Explain how the tides come about.' },
  ],
  stream: true,
  stream_options: { include_usage: true },
})
for await (const chunk of stream) {
  const [choice] = chunk.choices
  if (choice?.delta.content) console.log('text:', JSON.stringify(choice.delta.content))
  if (choice?.finish_reason) console.log('finish_reason:', choice.finish_reason)
  if (chunk.stretto) console.log('confidence:', chunk.stretto.confidence, 'dissent:', chunk.stretto.dissent)
  if (chunk.usage) console.log('usage:', chunk.usage)
}
