import { playBack, readLiveCalls, readLiveQuestions } from '../eval/live/replay.ts'
import { openLivePanels } from '../eval/live/run-live.ts'
import type { AskModel, ModelReply } from '../src/engine/panel/model-port.ts'
import { percentile } from './percentile.ts'

const READER = 'model-a'
const WARM_UP = 10
const ROUNDS = 10

/** The processor time that the engine takes for recorded panels on open questions, with models that answer at once. */
export async function benchOpenQuestions(): Promise<string[]> {
  const run = await openLivePanels()
  const calls = readLiveCalls('texts')
  const used: number[] = []
  for (const question of readLiveQuestions('texts')) {
    const ask = remembered(playBack(calls, question, READER))
    const answer = () => run(question, question.reader ?? READER, ask)
    const { kind } = await answer()
    if (kind !== 'open') continue
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const before = process.cpuUsage()
      await answer()
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) used.push((user + system) / 1000)
    }
  }
  const at = (share: number) => `${percentile(used, share).toFixed(1)} ms`
  return [
    `${used.length / ROUNDS} recorded panels on open questions, ${ROUNDS} times each: processor time p50 ${at(0.5)}, p90 ${at(0.9)}, longest ${at(1)} (goal: 15 ms)`,
  ]
}

/** Finding a recorded reply takes longer than the run. */
function remembered(ask: AskModel): AskModel {
  const known = new Map<string, Promise<ModelReply>>()
  return (call) => {
    const key = `${call.seat.model} ${call.messages.map(({ content }) => content).join('\n')}`
    const reply = known.get(key) ?? Promise.resolve(ask(call))
    known.set(key, reply)
    return reply
  }
}
