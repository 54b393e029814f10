import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { LIMITS } from '../../src/contract/limits.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { BriefNamed } from '../../src/engine/panel/brief.ts'
import type { RecordedReply, Recording } from '../../src/evaluation/recorded/recording.ts'
import { FREE, panelOf, recorded } from '../../src/evaluation/recorded/replay.ts'
import { readJsonLines } from '../json-lines.ts'
import { runPanel } from './run-panel.ts'
import { byLabels, nobody, readBy, type SimulatedReader } from './simulated-readers.ts'

/** Panels written by reviewers who saw only the specification; `groups` are the seats that say the same in their judgement. */
const FILES = ['reviewer-a.jsonl', 'reviewer-b.jsonl'].map((file) =>
  fileURLToPath(new URL(`attacks/${file}`, import.meta.url)),
)

const AttackPanel = z.object({
  id: z.string(),
  query: z.string(),
  replies: z.array(z.union([z.string(), z.object({ answer: z.string(), reason: z.string() })])),
  groups: z.array(z.array(z.int())),
  abstains: z.array(z.int()).default([]),
})
type AttackPanel = z.input<typeof AttackPanel>

/**
 * How seats rule on each other's answers: honest ones call right what says the same as their own, polite ones everything;
 * nodding ones take the answer of most seats, and say that its case is better.
 */
type Manner = 'honest' | 'polite' | 'nodding'

/** `npm run eval -- attacks`: how the engine handles panels that were written to deceive it. */
export async function evaluateAttacks(options: {
  json: boolean
  misses: boolean
  files: string[]
}): Promise<void> {
  const files = options.files.length > 0 ? options.files : FILES
  const panels = files.flatMap((file) => z.array(AttackPanel).parse(readJsonLines(file)))
  const table: Record<string, ReturnType<typeof summary>> = {}
  for (const [name, manner, reads] of [
    ['honest', 'honest', true],
    ['polite', 'polite', true],
    ['nodding', 'nodding', true],
    ['honest, nobody reads', 'honest', false],
  ] as const) {
    const results = []
    for (const panel of panels) results.push({ ...(await attack(panel, manner, reads)), panel })
    table[name] = summary(results)
    if (!options.misses) continue
    for (const { panel, ...result } of results)
      if (result.isFalse || result.isMixed || result.isMissed || result.isMangled)
        console.log(name, JSON.stringify({ ...result, ...panel }, null, 1))
  }
  if (options.json) console.log(JSON.stringify(table, null, 2))
  else console.table(table)
}

/** Runs one panel through the engine, with a reader that reads as it is labelled, or with none. */
export async function attack(panel: AttackPanel, manner: Manner, reads: boolean) {
  const recording = recordingOf(panel)
  const labels = { groups: panel.groups.map((group) => group.map(String)), compatible: [] }
  const reader: SimulatedReader = reads ? byLabels(labels) : nobody
  const reply = readBy(reader, recording, recorded(recording))
  const seats = [...recording.replies.keys()]
  const result = await runPanel(
    {
      query: panel.query,
      models: panelOf(seats),
      structure: seats.length >= 4 ? 'fugue' : 'sonata',
      maxIterations: LIMITS.iterationsDefault,
    },
    {
      askModel: async (call) =>
        call.brief.phase === 'revision'
          ? {
              text: JSON.stringify(ruled(call.brief, call.seat.model, { ...labels, recording, manner })),
              ...FREE,
            }
          : reply(call),
    },
  )
  return judged(panel, recording, result)
}

/** The panel in the form of recorded ones: every reply states its answer, and a seat that abstains states none. */
function recordingOf({ query, replies, abstains = [] }: AttackPanel): Recording {
  const seats = replies.map((reply, seat): [string, RecordedReply] => {
    const { answer, reason } = typeof reply === 'string' ? { answer: reply, reason: '' } : reply
    const text = [answer, reason].filter(Boolean).join('\n\n').trimEnd()
    return [String(seat), { text, answer: abstains.includes(seat) ? null : answer, right: true }]
  })
  return { query, replies: new Map(seats) }
}

interface Ruler {
  groups: string[][]
  recording: Recording
  manner: Manner
}

function ruled({ answers, own }: BriefNamed<'revision'>, seat: string, { groups, recording, manner }: Ruler) {
  const seats = [...recording.replies.keys()]
  const groupOf = (text: string) =>
    groups.find((group) =>
      group.includes(seats.find((one) => recording.replies.get(one)!.text === text) ?? ''),
    )
  const inOrder = [...answers].sort((one, other) => (one.label < other.label ? -1 : 1))
  const sizeOf = ({ text }: (typeof answers)[number]) => groupOf(text)?.length ?? 0
  const heaviest = inOrder.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one))
  const isRight = ({ label, text }: (typeof answers)[number]) => {
    if (manner === 'nodding') return label === heaviest.label
    return manner === 'polite' || groupOf(text)?.includes(seat)
  }
  return {
    rulings: answers.map((answer) => ({
      label: answer.label,
      verdict: isRight(answer) ? 'right' : 'wrong',
      why: isRight(answer) ? '' : 'It says something else.',
    })),
    answer: manner === 'nodding' ? heaviest.label : (own ?? ''),
    changed_because: manner === 'nodding' ? 'The case for the other answer is better.' : '',
  }
}

function judged({ groups, abstains = [] }: AttackPanel, { replies }: Recording, result: Deliberation | null) {
  const spoken = groups.filter((group) => group.some((seat) => !abstains.includes(seat)))
  const [first] = result?.entries ?? []
  const isConsensus = result?.outcome === 'consensus'
  const groupOf = (seat: string) => groups.findIndex((group) => group.includes(Number(seat)))
  return {
    outcome: result?.outcome,
    confidence: result?.confidence ?? 0,
    iterations: result?.entries.length ?? 0,
    callsPerSeat: (result?.usage.calls ?? 0) / replies.size,
    /** Consensus although the seats do not say the same. */
    isFalse: isConsensus && spoken.length > 1,
    /** Seats of different groups share an answer in the first round. */
    isMixed: first?.clusters.some(({ models }) => new Set(models.map(groupOf)).size > 1) ?? false,
    /** No consensus although all seats say the same. */
    isMissed: spoken.length === 1 && spoken[0]!.length > 1 && !isConsensus,
    /** An answer or a reply was altered. */
    isMangled:
      first?.responses.some(({ model, answer, reason }) => {
        const said = replies.get(model)!
        return answer !== null && (answer.trimEnd() !== said.answer?.trimEnd() || reason !== said.text)
      }) ?? false,
  }
}

function summary(results: Array<ReturnType<typeof judged>>) {
  const count = (isSo: (result: (typeof results)[number]) => boolean) => results.filter(isSo).length
  const calls = results.reduce((sum, { callsPerSeat }) => sum + callsPerSeat, 0) / results.length
  return {
    panels: results.length,
    'false consensus': count(({ isFalse }) => isFalse),
    '… above 0.6': count(({ isFalse, confidence }) => isFalse && confidence > 0.6),
    'mixed at first': count(({ isMixed }) => isMixed),
    'consensus missed': count(({ isMissed }) => isMissed),
    'consensus at once': count(({ outcome, iterations }) => outcome === 'consensus' && iterations === 1),
    mangled: count(({ isMangled }) => isMangled),
    'calls per seat': Number(calls.toFixed(2)),
  }
}
