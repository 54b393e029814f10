import { readFileSync } from 'node:fs'
import { readSameQuestion } from '../src/adapters/assets/data-files.ts'
import { createQuestionVerifier } from '../src/cache/same-question/create-question-verifier.ts'
import { openBuiltinEmbedder } from '../test/support/embedder.ts'
import { percentile } from './percentile.ts'

interface Pair {
  asked: string
  stored: string
}

/** What each neighbour costs a lookup: compared with embedding the question. */
export async function benchVerifier(): Promise<string[]> {
  const file = new URL('../eval/cache/question-pairs.jsonl', import.meta.url)
  const pairs: Pair[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const embedder = await openBuiltinEmbedder()
  const verify = createQuestionVerifier(readSameQuestion())
  const embedded = await timed(pairs, ({ asked }) => embedder.embed([asked]))
  const verified = await timed(pairs, async ({ asked, stored }) => verify(asked, stored))
  const line = (name: string, { p50, p99 }: Times) =>
    `${name} p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(3)} ms, ${(p50 / embedded.p50).toFixed(1)} times embedding (p50)`
  return [line('embedding a question  ', embedded), line('verifying a neighbour ', verified)]
}

interface Times {
  p50: number
  p99: number
}

/** Measures each pair separately, after a warm-up pass. */
async function timed(pairs: Pair[], work: (pair: Pair) => Promise<unknown>): Promise<Times> {
  for (const pair of pairs) await work(pair)
  const times: number[] = []
  for (const pair of pairs) {
    const started = performance.now()
    await work(pair)
    times.push(performance.now() - started)
  }
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) }
}
