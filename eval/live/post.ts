import { request } from 'node:http'
import type { ChatMessage } from '../../src/engine/panel/asked.ts'
import type { ModelCall } from '../../src/engine/panel/model-port.ts'
import { replyForm } from '../../src/engine/prompt/reply-form.ts'

/** Posts a call to an OpenAI-compatible endpoint, and returns the reply. */
export function post(
  url: string,
  { seat, messages, brief }: Pick<ModelCall, 'seat' | 'messages' | 'brief'>,
): Promise<string> {
  const { schema } = replyForm(brief)
  const format = schema && {
    response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } },
  }
  return postMessages(url, seat.model, messages, format ?? {})
}

/** Posts messages, and returns the text of the reply. */
export async function postMessages(
  url: string,
  model: string,
  messages: ChatMessage[],
  more: object = {},
): Promise<string> {
  const { content } = await postBody(url, { model, messages, ...more })
  return content!
}

/** A message as an endpoint sends it. */
interface SentMessage {
  content: string | null
  tool_calls?: Array<{ id: string; function: { name: string; arguments: string } }>
}

/** Posts a request, and returns the message of the reply; with `node:http`, because it may take longer than `fetch` waits. */
export function postBody(url: string, requested: object): Promise<SentMessage> {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' } }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/chat/completions`, options, (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (part) => {
        body += part
      })
      answer.on('end', () => {
        try {
          resolve(JSON.parse(body).choices[0].message)
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(requested))
  })
}
