// The baseline: a server that only makes the same calls with undici for every request, and joins what they stream.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request as call } from 'undici'

const dispatcher = new Agent()
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { query, models } = JSON.parse(body) as { query: string; models: string[] }
  const replies = await Promise.all(models.map((model) => ask(model, query)))
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(replies))
})
server.listen(0, '127.0.0.1', 4096, () => {
  console.log(JSON.stringify({ msg: 'listening', edge_port: (server.address() as AddressInfo).port }))
})

async function ask(model: string, query: string): Promise<string> {
  const { body } = await call(`${process.env.OPENROUTER_BASE_URL}/chat/completions`, {
    dispatcher,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: query }], stream: true }),
  })
  const events = (await body.text()).split('\n\n').filter((event) => event.startsWith('data: {'))
  const pieces = events.map(
    (event) => JSON.parse(event.slice('data: '.length)).choices[0]?.delta.content ?? '',
  )
  return pieces.join('')
}
