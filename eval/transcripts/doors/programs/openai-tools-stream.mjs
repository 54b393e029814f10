import OpenAI from 'openai'

const client = new OpenAI({ baseURL: 'http://localhost:8787/v1', apiKey: 'your key, or any text' })
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const description = 'The weather in a city'

const stream = client.chat.completions.stream({
  model: 'stretto/auto',
  messages: [{ role: 'user', content: 'How warm is it in Rome?' }],
  tools: [{ type: 'function', function: { name: 'get_weather', description, parameters } }],
})
stream.on('content.delta', ({ delta }) => console.log('content:', JSON.stringify(delta)))
stream.on('tool_calls.function.arguments.delta', ({ name, arguments_delta }) =>
  console.log('arguments of', name, JSON.stringify(arguments_delta)),
)
const { message, finish_reason } = (await stream.finalChatCompletion()).choices[0]
const [call] = message.tool_calls
console.log(finish_reason, call.function.name, call.function.arguments)
