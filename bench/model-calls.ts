import { type Dispatcher, request } from 'undici'
import type { ModelCall } from '../src/engine/index.ts'
import { callFor, providersAt } from '../test/support/ask-provider.ts'
import { percentile } from './percentile.ts'
import { startMeasured } from './service-process.ts'

const ROUNDS = 12
/** How many times three calls are made in a round: enough to be measured in microseconds. */
const RUNS = 60
const CALLS = 3
const MODEL = 'vendor/model'
const TEXT: ModelCall['brief'] = {
  phase: 'writing',
  criteria: null,
  query: 'How many?',
  answer: '4',
  reasons: [],
}
const BODY = { model: MODEL, messages: [{ role: 'user', content: 'How many?' }] }

/** The processor time of three calls to models, as a ratio to the same calls made without anything around them. */
export async function benchModelCalls(): Promise<string[]> {
  const upstream = await startMeasured(
    ['--import', 'tsx', 'bench/slow-upstream.ts'],
    { ANSWER_MS: '0' },
    null,
  )
  const url = `http://127.0.0.1:${upstream.line.port}`
  const ask = providersAt(url)
  const ways: Array<{ name: string; call: () => Promise<unknown> }> = [
    { name: 'bare', call: () => askBare(url) },
    { name: 'with a schema', call: () => ask(callFor()) },
    { name: 'for a text', call: () => ask(callFor({ brief: TEXT })) },
  ]
  const times = new Map(ways.map(({ name }) => [name, [] as number[]]))
  try {
    // The first half warms up. The ways take turns, so that all of them meet the same machine.
    for (let round = -ROUNDS; round < ROUNDS; round++)
      for (const { name, call } of ways) {
        const used = await processorTimeOf(call)
        if (round >= 0) times.get(name)!.push(used)
      }
  } finally {
    await upstream.end()
  }
  const bare = percentile(times.get('bare')!, 0.5)
  return ways.map(({ name }) => {
    const own = percentile(times.get(name)!, 0.5)
    return `three calls, ${name.padEnd(14)} ${own.toFixed(2)} ms of processor time, ${(own / bare).toFixed(2)} times the bare ones`
  })
}

/** The milliseconds of processor time that three calls at once take, on average. */
async function processorTimeOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let run = 0; run < RUNS; run++) await Promise.all(Array.from({ length: CALLS }, call))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / RUNS / 1000
}

async function askBare(url: string): Promise<unknown> {
  const { body }: Dispatcher.ResponseData = await request(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    body: JSON.stringify(BODY),
  })
  return body.json()
}
