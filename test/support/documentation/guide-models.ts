import type { ServerResponse } from 'node:http'
import { askedFor, replyAs } from '../panel-replies.ts'
import type { ReceivedCall } from '../scripted-provider.ts'
import { sendCalls } from '../tool-replies.ts'

/** The default panel of the guides: one model of each vendor, each asked in the protocol of its own. */
export const GUIDE_PANEL = ['openai/gpt-5.1', 'anthropic/claude-sonnet-4-5', 'google/gemini-pro-latest']

/** A result of a tool, in any of the protocols. */
const RESULT = /"role":"tool"|"type":"tool_result"|"functionResponse":/g
const ACCEPT = JSON.stringify({
  drafts: { A: { verdict: 'accept', defect: '' }, B: { verdict: 'accept', defect: '' } },
  preference: ['A', 'B'],
  improvements: [],
})
const PERSON = '{"name": "Ada Lovelace", "born": 1815}'

/** How many results of tools a conversation has. */
export function resultsIn({ body }: ReceivedCall): number {
  return JSON.stringify(body).match(RESULT)?.length ?? 0
}

/** What every model says to the questions of the guides, in the protocol that it was asked in. */
export function answerGuides(call: ReceivedCall, response: ServerResponse): unknown {
  const { body, prompt } = call
  if (prompt.includes('preference')) return ACCEPT
  if (prompt.includes('Ada Lovelace')) return PERSON
  if (askedFor(prompt) === 'groups') return replyAs('', call)
  if (body.tools !== undefined) {
    if (resultsIn(call) === 0)
      return sendCalls(call, response, [{ name: 'get_weather', arguments: { city: 'Rome' } }])
    return 'It is 21 °C and sunny in Rome.'
  }
  if (prompt.includes('in the picture')) return replyAs({ answer: 'A red dot', text: 'A red dot.' }, call)
  return replyAs({ answer: '42', text: '17 + 25 = 42.' }, call)
}
