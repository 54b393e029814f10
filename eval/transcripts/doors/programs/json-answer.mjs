import OpenAI from 'openai'

const client = new OpenAI({ baseURL: 'http://localhost:8787/v1', apiKey: 'your key, or any text' })
const schema = {
  type: 'object',
  properties: { element: { type: 'string' }, atomic_number: { type: 'integer' } },
  required: ['element', 'atomic_number'],
  additionalProperties: false,
}

async function ask(element) {
  const completion = await client.chat.completions.create({
    model: 'stretto/auto',
    messages: [{ role: 'user', content: `Give the atomic number of ${element}.` }],
    response_format: { type: 'json_schema', json_schema: { name: 'element', schema } },
  })
  console.log('answer:', JSON.parse(completion.choices[0].message.content))
  console.log('warnings:', completion.stretto.warnings)
  console.log('calls:', completion.stretto.usage.calls)
}

for (const element of ['gold', 'silver']) {
  console.log(`-- ${element}`)
  await ask(element).catch(({ status, code, message }) => console.log('error:', { status, code, message }))
}
