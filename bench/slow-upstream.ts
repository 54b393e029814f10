// A provider that gives the same answer to every chat completion after ANSWER_MS, one second if not set, and reports how
// long each took.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ANSWER_MS = Number(process.env.ANSWER_MS ?? 1_000)
const REASON =
  'The moon pulls at the near side of the sea more than at the far side, so the water rises on both.'
const REPLY = JSON.stringify({
  id: 'completion-1',
  object: 'chat.completion',
  created: 1,
  model: 'bench',
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: `${REASON}\n\n<panel>\n{"kind": "closed", "answer": "12.42 hours"}\n</panel>`,
      },
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, cost: 0.001 },
})

const slowest: Record<string, number> = {}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(slowest))
    return
  }
  const arrivedAt = performance.now()
  let body = ''
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk
  })
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(REPLY)
    const question = /question (q\d+)/.exec(body)?.[1] ?? ''
    slowest[question] = Math.max(slowest[question] ?? 0, performance.now() - arrivedAt)
  }, ANSWER_MS)
})
server.listen(0, '127.0.0.1', 4096, () => {
  console.log(JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port }))
})
