// The provider of the attacks runs in its own process, so that it outlives the service and knows what it has billed.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderCall } from './calls.ts'
import { callsOf, digestOf, PRICE, phaseOf, type Reply, replyTo } from './script.ts'

const FINISH: Partial<Record<Reply['kind'], string>> = { truncated: 'length', filtered: 'content_filter' }

const [slower = '1'] = process.argv.slice(2)
const calls: ProviderCall[] = []
const asked = new Map<string, number>()

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(calls))
    return
  }
  const arrivedAt = Date.now()
  // A caller that was killed in the middle of its request has not asked anything.
  const body = await textOf(request).catch(() => null)
  if (body === null) return
  const { model, messages, tools = [] } = JSON.parse(body)
  const prompt = messages.map(({ content }: { content: unknown }) => flatten(content)).join('\n')
  const digest = digestOf(model, prompt)
  const before = asked.get(digest) ?? 0
  asked.set(digest, before + 1)
  const key = request.headers.authorization ?? ''
  const reply = replyTo({ model, prompt, key, before })
  const call: ProviderCall = {
    question: /case-\d+/.exec(prompt)?.[0] ?? '',
    model,
    phase: phaseOf(prompt),
    digest,
    kind: reply.kind,
    billed: reply.billed,
    arrivedAt,
    sentAt: null,
    endedAt: null,
  }
  calls.push(call)
  response.once('finish', () => {
    call.sentAt = Date.now()
  })
  response.once('close', () => {
    call.endedAt = Date.now()
  })
  setTimeout(
    () => answer(response, model, reply, callsOf(model, tools, prompt)),
    reply.latencyMs * Number(slower),
  ).unref()
})

function answer(
  response: ServerResponse,
  model: string,
  { status, kind, text }: Reply,
  calls: object[],
): void {
  if (response.destroyed) return
  const finish_reason = FINISH[kind] ?? 'stop'
  const body =
    status === 200
      ? {
          id: 'completion-1',
          object: 'chat.completion',
          created: 1,
          model,
          choices: [
            {
              index: 0,
              message: { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) },
              finish_reason,
            },
          ],
          usage: PRICE,
        }
      : { error: { message: text, code: status } }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function flatten(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

server.listen(0, '127.0.0.1', 4096, () => {
  console.log(JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port }))
})
