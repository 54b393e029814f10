// `npm run typical-cost`: what the recorded panels of three models took, at an assumed price, as in docs/cost-and-latency.md.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** US dollars for a million tokens: an assumption, the same for every model. */
const PRICE = { input: 2, output: 10 }
/** In these recordings, in seven languages and with JSON, counted with the o200k tokenizer. */
const CHARACTERS_PER_TOKEN = { input: 3.6, output: 3.2 }

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
  const input = meanOf((run) =>
    tokens('input')(run.flatMap(({ messages }) => messages).map(({ content }) => content)),
  )
  const output = meanOf((run) => tokens('output')(run.map(({ reply }) => reply)))
  const steps = meanOf((run) => stepsOf(run).length)
  const waited = meanOf((run) =>
    tokens('output')(stepsOf(run).map((calls) => longest(calls.map(({ reply }) => reply)))),
  )
  const calls = meanOf((run) => run.length)
  const cost = (input * PRICE.input + output * PRICE.output) / 1e6
  return `${label}: ${group.length} runs, ${calls.toFixed(1)} calls in ${steps.toFixed(1)} steps, ${Math.round(input)} + ${Math.round(output)} tokens, ${Math.round(waited)} one after the other, $${cost.toFixed(4)}`
}

/** The calls of a run by the step in which they are made at the same time. */
function stepsOf(run) {
  const steps = new Map()
  for (const call of run) {
    const step = `${call.phase} ${call.iteration}`
    steps.set(step, [...(steps.get(step) ?? []), call])
  }
  return [...steps.values()]
}

const longest = (texts) => texts.reduce((one, other) => (other.length > one.length ? other : one))
const tokens = (direction) => (texts) => texts.join('').length / CHARACTERS_PER_TOKEN[direction]
const lastRound = (run) => Math.max(...run.map(({ iteration }) => iteration))
const short = runs(callsIn('calls.jsonl.gz'), questionsIn('questions.jsonl'), ({ kind }) => kind === 'closed')
const texts = (kind) =>
  runs(callsIn('texts-calls.jsonl.gz'), questionsIn('texts.jsonl'), (one) => one.kind === kind)

const open = texts('open')
/** What an open question takes with `effort: low`. */
const PHASES_OF_LOW = ['exposition', 'map-texts', 'synthesis']
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
  'explanation, effort low': open.map((run) => run.filter(({ phase }) => PHASES_OF_LOW.includes(phase))),
  draft: texts('draft'),
}
for (const [label, group] of Object.entries(rows)) console.log(row(label, group))
