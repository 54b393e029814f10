// Lets live panels take steps with tools through an OpenAI-compatible endpoint and records every call:
//   npm run record-live-tools -- URL
// Calls that are recorded already, word for word, are not made again.

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { postBody } from './post.ts'
import { phaseOf } from './replay.ts'
import {
  bodyFor,
  READERS,
  readToolTaskCalls,
  readToolTasks,
  recordedCall,
  TOOL_CALLS_FILE,
  type ToolTask,
  type ToolTaskCall,
  takeStep,
} from './tool-tasks.ts'

const [url] = process.argv.slice(2)
if (url === undefined) {
  console.error('Usage: npm run record-live-tools -- URL')
  process.exit(2)
}
const known = readToolTaskCalls()
const made: ToolTaskCall[] = []

// One reader after the other, so that the first replies are asked for once.
for (const reader of READERS)
  await Promise.all(
    readToolTasks().map(async (task) => {
      const result = await takeStep(task, reader, asking(task, reader)).catch((error: Error) => error)
      if (result instanceof Error) return console.error(task.id, reader, result.stack)
      const { outcome, confidence, shortAnswer, answer, usage } = result
      console.log(task.id, reader, outcome, confidence, shortAnswer ?? answer, `${usage.calls} calls`)
    }),
  )
writeFileSync(
  TOOL_CALLS_FILE,
  gzipSync(`${made.map((call) => JSON.stringify(call)).join('\n')}\n`, { level: 9 }),
)

function asking(task: ToolTask, reader: string): AskModel {
  return async (call) => {
    const earlier = recordedCall([...known, ...made], call)
    const { text, calls } = earlier ? { text: earlier.reply, calls: earlier.calls } : await ask(call)
    made.push({
      task: task.id,
      reader,
      phase: phaseOf(call),
      model: call.seat.model,
      messages: call.messages,
      reply: text,
      ...(calls && { calls }),
    })
    const free = { latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
    return { text, ...(calls && { toolCalls: calls }), ...free }
  }
}

async function ask(call: Parameters<AskModel>[0]) {
  const { content, tool_calls } = await postBody(url!, bodyFor(call))
  const calls = tool_calls?.map(({ id, function: called }) => ({ id, ...called }))
  return { text: content ?? '', calls }
}
