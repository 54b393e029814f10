// A provider in a process of its own: models whose name begins with `open/` write texts, all others agree on a short answer;
// how long they take, their ids say as well. A GET tells what it was sent and how many calls waited at once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { asText } from '../../test/support/panel-replies.ts'
import { promptIn, replyTo } from '../../test/support/scripted-provider.ts'
import { partsOf } from '../../test/support/streamed-reply.ts'
import { replyOnTexts } from '../../test/support/text-replies.ts'
import { MODEL_MS, type Speed } from './model-speed.ts'

const SHARED =
  'The Moon pulls at the near side of the sea more than at the far side. The water rises on both. The Earth turns below these hills of water once a day. So most coasts see two floods a day. The Sun adds to it when it stands in line with the Moon.'
const CLOSED = `${SHARED}\n\n<panel>\n{"kind": "closed", "answer": "12.42 hours"}\n</panel>`

const sent = { calls: 0, bytes: 0, waiting: 0, mostWaiting: 0 }

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return void response.end(JSON.stringify(sent))
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  sent.calls++
  sent.bytes += body.length
  const call = JSON.parse(body.toString()) as Parameters<typeof promptIn>[0] & {
    model: string
    stream?: boolean
  }
  sent.waiting++
  sent.mostWaiting = Math.max(sent.mostWaiting, sent.waiting)
  const speed = call.model.split('-')[1]
  if (speed !== undefined) await pause(MODEL_MS[speed as Speed])
  sent.waiting--
  const text = call.model.startsWith('open/') ? openReply(call.model, promptIn(call)) : CLOSED
  const reply = replyTo({ path: request.url ?? '', model: call.model } as Parameters<typeof replyTo>[0], text)
  response.writeHead(200, { 'content-type': call.stream ? 'text/event-stream' : 'application/json' })
  // One event for each word, as models stream.
  response.end(call.stream ? partsOf(reply, text.match(/\s*\S+/g)!).join('') : JSON.stringify(reply))
})
server.listen(0, '127.0.0.1', 4096, () => {
  console.log(JSON.stringify({ msg: 'listening', port: (server.address() as AddressInfo).port }))
})

/** What a model writes: mostly what the others do, and a sentence of its own. */
function openReply(model: string, prompt: string): string {
  const said = replyOnTexts({ writes: (mark) => `${SHARED}${mark(1, 2)}` }, { prompt })
  return said ?? asText(`${SHARED} A bay can make the flood higher, as ${model} remembers.`, 'open')
}
