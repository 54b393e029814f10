// `npm run typical-cost`: what the recorded panels of three models took, at an assumed price, as in docs/cost-and-latency.md.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** US dollars for a million tokens: an assumption, the same for every model. */
const PRICE = { input: 2, output: 10 }
const CHARACTERS_PER_TOKEN = 4

const linesOf = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
const recorded = (name) => new URL(`../eval/live/${name}`, import.meta.url)
const callsIn = (name) => linesOf(gunzipSync(readFileSync(recorded(name))).toString())
const questionsIn = (name) => linesOf(readFileSync(recorded(name), 'utf8'))

/** The calls of each run of three models with a question that passes the test. */
function runs(calls, questions, test) {
  const asked = new Set(questions.filter((one) => one.models === 3 && test(one)).map(({ id }) => id))
  const groups = new Map()
  for (const call of calls.filter(({ question }) => asked.has(question))) {
    const run = `${call.question} ${call.reader}`
    groups.set(run, [...(groups.get(run) ?? []), call])
  }
  return [...groups.values()]
}

/** The mean calls, steps that wait for each other, tokens and cost of these runs, in a line. */
function row(label, group) {
  const meanOf = (count) => group.reduce((sum, run) => sum + count(run), 0) / group.length
  const input = meanOf((run) => tokens(run.flatMap(({ messages }) => messages).map(({ content }) => content)))
  const output = meanOf((run) => tokens(run.map(({ reply }) => reply)))
  const steps = meanOf((run) => new Set(run.map(({ phase, iteration }) => `${phase} ${iteration}`)).size)
  const calls = meanOf((run) => run.length)
  const cost = (input * PRICE.input + output * PRICE.output) / 1e6
  return `${label}: ${group.length} runs, ${calls.toFixed(1)} calls in ${steps.toFixed(1)} steps, ${Math.round(input)} + ${Math.round(output)} tokens, $${cost.toFixed(4)}`
}

const tokens = (texts) => texts.join('').length / CHARACTERS_PER_TOKEN
const lastRound = (run) => Math.max(...run.map(({ iteration }) => iteration))
const short = runs(callsIn('calls.jsonl.gz'), questionsIn('questions.jsonl'), ({ kind }) => kind === 'closed')
const texts = (kind) =>
  runs(callsIn('texts-calls.jsonl.gz'), questionsIn('texts.jsonl'), (one) => one.kind === kind)

const open = texts('open')
/** The first reply of each member, as if nobody else had been asked. */
const alone = (group) =>
  group
    .flat()
    .filter(({ phase }) => phase === 'exposition')
    .map((call) => [call])

const rows = {
  'short answer, one model alone': alone(short),
  'short answer, all agree': short.filter((run) => lastRound(run) === 1),
  'short answer, models differ': short.filter((run) => lastRound(run) > 1),
  'explanation, one model alone': alone(open),
  explanation: open,
  draft: texts('draft'),
}
for (const [label, group] of Object.entries(rows)) console.log(row(label, group))
