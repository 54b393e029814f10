// Lets live panels check statements through an OpenAI-compatible endpoint and records every call:
//   npm run record-live-checks -- URL
// Calls that are recorded already, word for word, are not made again.

import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { CHECK_CALLS_FILE, judge, readCheckCalls, readCheckTasks } from './check-tasks.ts'
import { postBody } from './post.ts'
import { phaseOf } from './replay.ts'
import { bodyFor, recordedCall, type ToolTaskCall } from './tool-tasks.ts'

const [url] = process.argv.slice(2)
if (url === undefined) {
  console.error('Usage: npm run record-live-checks -- URL')
  process.exit(2)
}
const known = readCheckCalls()
const made: ToolTaskCall[] = []

await Promise.all(
  readCheckTasks().map(async (task) => {
    const { claims, usage } = await judge(task, asking(task.id))
    claims.forEach(({ claim, verdict, support, rulings }, place) => {
      const said = rulings.map(({ name, opinion }) => `${name} ${opinion}`).join(', ')
      console.log(task.id, verdict, `(${task.gold[place]})`, support, said, '–', claim.slice(0, 60))
    })
    console.log(task.id, `${usage.calls} calls`)
  }),
).finally(() => {
  writeFileSync(
    CHECK_CALLS_FILE,
    gzipSync(`${made.map((call) => JSON.stringify(call)).join('\n')}\n`, { level: 9 }),
  )
})

function asking(task: string): AskModel {
  return async (call) => {
    const earlier = recordedCall([...known, ...made], call)
    const reply = earlier?.reply ?? (await postBody(url!, bodyFor(call))).content ?? ''
    made.push({
      task,
      reader: '',
      phase: phaseOf(call),
      model: call.seat.model,
      messages: call.messages,
      reply,
    })
    return { text: reply, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}
