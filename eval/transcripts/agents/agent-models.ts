import type { ServerResponse } from 'node:http'
import { resultsIn } from '../../../test/support/documentation/guide-models.ts'
import { askedFor, replyAs } from '../../../test/support/panel-replies.ts'
import type { ReceivedCall } from '../../../test/support/scripted-provider.ts'
import { type ScriptedCall, sendCalls } from '../../../test/support/tool-replies.ts'

/** The members of the panel, one of each vendor, in the order of their seats. */
export const AGENT_MODELS = [
  'openai/gpt-9',
  'anthropic/claude-sonnet-9',
  'google/gemini-9-pro',
  'ollama/llama-9',
]

/** What each member does in each step of the agent: the same in other words, except for the last one in the second step. */
const STEPS: Array<Array<ScriptedCall | string>> = [
  [
    { name: 'find_capital', arguments: { country: 'Italy' } },
    { name: 'find_capital', arguments: { country: 'Italy' } },
    { name: 'find_capital', arguments: { language: 'en', country: 'Italy' } },
    { name: 'find_capital', arguments: { country: 'Italy' } },
  ],
  [
    { name: 'get_weather', arguments: { city: 'Rome' } },
    { name: 'get_weather', arguments: { city: 'Rome, Italy' } },
    { name: 'get_weather', arguments: { city: 'Rome' } },
    { name: 'get_weather', arguments: { city: 'Milan' } },
  ],
  [
    'It is 21 °C and sunny in Rome.',
    'In Rome, the capital of Italy, it is sunny at 21 °C.',
    'It is 21 °C and sunny in Rome.',
    'Rome has 21 °C and sunshine.',
  ],
]

/** The place of the model that is called, which has no prefix at its own vendor. */
export function seatOf({ model }: Pick<ReceivedCall, 'model'>): number {
  return AGENT_MODELS.findIndex((id) => id.endsWith(`/${model}`))
}

/** Whether a member reads what the others propose, instead of proposing something. */
export function isReading({ prompt }: ReceivedCall): boolean {
  return askedFor(prompt) === 'groups'
}

/** Takes the next step of the agent; a reader tells Milan from Rome. */
export function actAsAgent(call: ReceivedCall, response: ServerResponse): unknown {
  if (isReading(call)) return readSteps(call)
  const step = STEPS[resultsIn(call)]![seatOf(call)]!
  return typeof step === 'string' ? step : sendCalls(call, response, [step])
}

/** Calls the only tool, after some words. */
export function callWeather(call: ReceivedCall, response: ServerResponse): void {
  sendCalls(call, response, [{ name: 'get_weather', arguments: { city: 'Rome' } }], 'I look it up.')
}

function readSteps(call: ReceivedCall): string {
  const meaning = (step: string) => (step.includes('Milan') ? 'Milan' : 'Rome')
  return replyAs({ answer: '', meaning }, call)
}
