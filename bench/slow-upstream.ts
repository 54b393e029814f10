// A provider whose models answer every chat completion after ANSWER_MS, one second if not set, as a stream where that is
// asked for, and each now and then with another answer than the others. It reports how long each question took.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const ANSWER_MS = Number(process.env.ANSWER_MS ?? 1_000)
const REASON =
  'The moon pulls at the near side of the sea more than at the far side, so the water rises on both.'
const USAGE = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120, cost: 0.001 }
/** A model errs in one of so many questions. */
const ERRS_IN = 10

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
    const { model, stream } = JSON.parse(body) as { model: string; stream?: boolean }
    const answer = isWrong(body) ? '11 hours' : '12.42 hours'
    const content = `${REASON}\n\n<panel>\n{"kind": "closed", "answer": "${answer}"}\n</panel>`
    const type = stream ? 'text/event-stream' : 'application/json'
    response
      .writeHead(200, { 'content-type': type })
      .end(stream ? events(model, content) : whole(model, content))
    const question = /question (q\d+)/.exec(body)?.[1] ?? ''
    slowest[question] = Math.max(slowest[question] ?? 0, performance.now() - arrivedAt)
  }, ANSWER_MS)
})
server.listen(0, '127.0.0.1', 4096, () => {
  console.log(JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port }))
})

/** By the words of the request, so that every run of a bench meets the same errors. */
function isWrong(body: string): boolean {
  let sum = 0
  for (let place = 0; place < body.length; place++) sum = (sum * 31 + body.charCodeAt(place)) | 0
  return Math.abs(sum) % ERRS_IN === 0
}

function whole(model: string, content: string): string {
  const message = { role: 'assistant', content }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return JSON.stringify({
    id: 'completion-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices,
    usage: USAGE,
  })
}

/** One event for each word, as models stream. */
function events(model: string, content: string): string {
  const head = { id: 'completion-1', object: 'chat.completion.chunk', created: 1, model }
  const chunk = (choice: object, rest: object = {}) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, finish_reason: null, ...choice }], ...rest })}\n\n`
  const words = content.match(/\s*\S+/g)!
  const text = words.map((word) => chunk({ delta: { role: 'assistant', content: word } })).join('')
  return `${text}${chunk({ delta: {}, finish_reason: 'stop' }, { usage: USAGE })}data: [DONE]\n\n`
}
