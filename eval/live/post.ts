import { request } from 'node:http'
import type { ChatMessage, ModelCall } from '../../src/engine/panel/model-port.ts'
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

/** Posts messages; with `node:http`, because a reply may take longer than `fetch` waits. */
export function postMessages(
  url: string,
  model: string,
  messages: ChatMessage[],
  more: object = {},
): Promise<string> {
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
          resolve(JSON.parse(body).choices[0].message.content)
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify({ model, messages, ...more }))
  })
}
