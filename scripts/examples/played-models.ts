import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readCheckCalls } from '../../eval/live/check-tasks.ts'
import { openService } from '../open-service.ts'

/** The models of the recorded live panels, as an endpoint of the operator offers them. */
export const PLAYED_MODELS = ['played/model-a', 'played/model-b', 'played/model-c']

/** The service with an endpoint whose models reply what was recorded of them. */
export async function openPlayedService() {
  const server = createServer(async (request, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(await answerTo(request)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const service = await openService({ ROUTER: 'auto', ENDPOINTS: `played=http://127.0.0.1:${port}/v1` })
  return {
    ...service,
    async stop() {
      await service.stop()
      server.close()
    },
  }
}

async function answerTo(request: IncomingMessage): Promise<object> {
  if (request.method === 'GET') return { object: 'list', data: [] }
  let body = ''
  for await (const chunk of request) body += chunk
  const { model, messages } = JSON.parse(body)
  const prompt: string = messages.at(-1).content
  const made = readCheckCalls().find(
    (call) =>
      call.model === model &&
      call.messages[0]!.content === messages[0].content &&
      [...shownIn(call.messages.at(-1)!.content).keys()].every((text) => prompt.includes(text)),
  )
  if (made === undefined) throw new Error(`${model} was never shown this prompt:\n${prompt}`)
  // Every seat is shown the points in an order of its own.
  const labels = shownIn(prompt)
  const relabelled = new Map(
    [...shownIn(made.messages.at(-1)!.content)].map(([text, label]) => [label, labels.get(text)!]),
  )
  const content = made.reply.replace(/(?<="label": ?")\w+/g, (label) => relabelled.get(label) ?? label)
  const message = { role: 'assistant', content }
  return {
    id: 'played',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }
}

/** What a prompt shows to be judged, with its labels; the tags around it differ from prompt to prompt. */
function shownIn(prompt: string): Map<string, string> {
  const shown = prompt.matchAll(/<(?:point|reply)-\w+ label="(\w+)"[^>]*>([^<]+)</g)
  return new Map([...shown].map(([, label, text]) => [text!, label!]))
}
