import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { LIMITS } from '../../src/contract/limits.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { GroupingBrief, RevisionBrief } from '../../src/engine/panel/brief.ts'
import { type AskModel, ModelFailure } from '../../src/engine/panel/model-port.ts'
import { readJsonLines } from '../json-lines.ts'
import { FREE, inBlock, panelOf, runPanel } from './run-panel.ts'

/** Panels written by reviewers who saw only the specification; `groups` are the seats that say the same in their judgement. */
const FILES = ['reviewer-a.jsonl', 'reviewer-b.jsonl'].map((file) =>
  join(fileURLToPath(new URL('attacks/', import.meta.url)), file),
)

const AttackPanel = z.object({
  id: z.string(),
  topic: z.string(),
  query: z.string(),
  replies: z.array(z.union([z.string(), z.object({ answer: z.string(), reason: z.string() })])),
  groups: z.array(z.array(z.int())),
  abstains: z.array(z.int()).default([]),
  note: z.string().optional(),
})
type AttackPanel = z.infer<typeof AttackPanel>

/**
 * How seats rule on each other's answers: honest ones call right what says the same as their own, polite ones everything;
 * nodding ones take the answer of most seats, and say that its case is better.
 */
type Manner = 'honest' | 'polite' | 'nodding'

/** The result of a panel. */
interface AttackResult {
  panel: AttackPanel
  outcome: string
  confidence: number
  iterations: number
  calls: number
  /** Consensus although the seats do not say the same. */
  isFalse: boolean
  /** Seats of different groups share an answer in the first round. */
  isMixed: boolean
  /** No consensus although all seats say the same. */
  isMissed: boolean
  /** An answer was altered. */
  isMangled: boolean
}

/** `npm run eval -- attacks`: how the engine handles panels that were written to deceive it. */
export async function evaluateAttacks(options: { json: boolean; misses: boolean; files: string[] }): Promise<void> {
  const panels = readAttacks(options.files.length > 0 ? options.files : FILES)
  const table: Record<string, ReturnType<typeof summary>> = {}
  for (const [manner, reads] of [['honest', true], ['polite', true], ['nodding', true], ['honest', false]] as const) {
    const results: AttackResult[] = []
    for (const panel of panels) results.push(await attack(panel, manner, reads))
    table[reads ? manner : `${manner}, nobody reads`] = summary(results)
    if (options.misses && reads) results.forEach((result) => printMiss(manner, result))
  }
  if (options.json) console.log(JSON.stringify(table, null, 2))
  else console.table(table)
}

function readAttacks(files: string[]): AttackPanel[] {
  return files.flatMap((file) =>
    readJsonLines(file).map((row, index) => {
      const parsed = AttackPanel.safeParse(row)
      if (parsed.success) return parsed.data
      throw new Error(`${file}, row ${index + 1}: ${z.prettifyError(parsed.error)}`)
    }),
  )
}

/** Runs one panel through the engine, with a reader that reads as it is labelled, or with none. */
export async function attack(row: z.input<typeof AttackPanel>, manner: Manner, reads: boolean): Promise<AttackResult> {
  const panel = AttackPanel.parse(row)
  const names = panel.replies.map((_, seat) => String(seat))
  const result = await runPanel(
    {
      query: panel.query,
      models: panelOf(names),
      structure: names.length >= 4 ? 'fugue' : 'sonata',
      maxIterations: LIMITS.iterationsDefault,
    },
    { askModel: attackers(panel, manner, reads) },
  )
  return judged(panel, result)
}

function attackers(panel: AttackPanel, manner: Manner, reads: boolean): AskModel {
  return async ({ seat, brief }) => {
    const index = Number(seat.model)
    switch (brief.phase) {
      case 'exposition': {
        const reply = panel.replies[index]!
        return { text: typeof reply === 'string' ? reply : inBlock(textOf(reply), reply.answer), ...FREE }
      }
      case 'revision':
        return { text: JSON.stringify(ruled(brief, panel, { index, manner })), ...FREE }
      default:
        if (!reads || !('replies' in brief)) throw new ModelFailure('unavailable', 'Nobody reads.')
        return { text: JSON.stringify(read(brief, panel)), ...FREE }
    }
  }
}

/** A reply without its block. */
function textOf(reply: AttackPanel['replies'][number]): string {
  if (typeof reply === 'string') return reply.trimEnd()
  return [reply.answer, reply.reason].filter(Boolean).join('\n\n').trimEnd()
}

function groupOf({ groups }: AttackPanel, seat: number): number {
  return groups.findIndex((group) => group.includes(seat))
}

/** The seat that wrote a text; of several, the first that is left. */
function writerOf(text: string, { replies }: AttackPanel, taken: number[] = []): number {
  return replies.findIndex((reply, seat) => textOf(reply) === text && !taken.includes(seat))
}

function read({ replies }: GroupingBrief, panel: AttackPanel) {
  const seats: number[] = []
  for (const { text } of replies) seats.push(writerOf(text, panel, seats))
  const isSilent = (seat: number) => panel.abstains.includes(seat) && typeof panel.replies[seat] === 'string'
  const labels = panel.groups.map((group) =>
    group.filter((seat) => seats.includes(seat) && !isSilent(seat)).map((seat) => replies[seats.indexOf(seat)]!.label),
  )
  const answers = replies.map(({ label, answer, text }) => ({ label, answer: answer ?? text }))
  return { answers, groups: labels.filter((group) => group.length > 0), compatible: [] }
}

function ruled({ answers, own }: RevisionBrief, panel: AttackPanel, { index, manner }: { index: number; manner: Manner }) {
  const groupBehind = (text: string) => groupOf(panel, writerOf(text, panel))
  const seatsBehind = (text: string) => panel.groups[groupBehind(text)]?.length ?? 0
  const inOrder = [...answers].sort((one, other) => (one.label < other.label ? -1 : 1))
  const heaviest = inOrder.reduce((one, other) => (seatsBehind(other.text) > seatsBehind(one.text) ? other : one))
  const isRight = ({ label, text }: (typeof answers)[number]) =>
    manner === 'polite' ||
    (manner === 'nodding' ? label === heaviest.label : groupBehind(text) === groupOf(panel, index))
  return {
    reasoning: 'I have read all of them.',
    rulings: answers.map((answer) => ({
      label: answer.label,
      verdict: isRight(answer) ? 'right' : 'wrong',
      why: isRight(answer) ? '' : 'It says something else.',
    })),
    answer: manner === 'nodding' ? heaviest.label : (own ?? ''),
    changed_because: manner === 'nodding' ? 'The case for the other answer is better.' : '',
  }
}

function judged(panel: AttackPanel, result: Deliberation | null): AttackResult {
  const spoken = panel.groups.filter((group) => group.some((seat) => !panel.abstains.includes(seat)))
  const [first] = result?.entries ?? []
  const isConsensus = result?.outcome === 'consensus'
  const written = panel.replies.flatMap((reply) => [textOf(reply), typeof reply === 'string' ? reply : reply.answer])
  return {
    panel,
    outcome: result?.outcome ?? 'unavailable',
    confidence: result?.confidence ?? 0,
    iterations: result?.entries.length ?? 0,
    calls: result?.usage.calls ?? 0,
    isFalse: isConsensus && spoken.length > 1,
    isMixed:
      first?.clusters.some(({ models }) => new Set(models.map((seat) => groupOf(panel, Number(seat)))).size > 1) ?? false,
    isMissed: spoken.length === 1 && spoken[0]!.length > 1 && !isConsensus,
    isMangled:
      first?.responses.some(({ answer, reason }) => answer !== null && !(written.includes(answer) && written.includes(reason))) ??
      false,
  }
}

function summary(results: AttackResult[]) {
  const count = (isSo: (result: AttackResult) => boolean) => results.filter(isSo).length
  const calls = results.reduce((sum, { calls, panel }) => sum + calls / panel.replies.length, 0)
  return {
    panels: results.length,
    'false consensus': count(({ isFalse }) => isFalse),
    '… above 0.6': count(({ isFalse, confidence }) => isFalse && confidence > 0.6),
    'mixed at first': count(({ isMixed }) => isMixed),
    'consensus missed': count(({ isMissed }) => isMissed),
    'consensus at once': count(({ outcome, iterations }) => outcome === 'consensus' && iterations === 1),
    mangled: count(({ isMangled }) => isMangled),
    'calls per seat': Number((calls / results.length).toFixed(2)),
  }
}

function printMiss(manner: Manner, { panel, outcome, confidence, isFalse, isMixed, isMissed, isMangled }: AttackResult): void {
  const what = Object.entries({ false: isFalse, mixed: isMixed, missed: isMissed, mangled: isMangled })
    .filter(([, isSo]) => isSo)
    .map(([name]) => name)
  if (what.length === 0) return
  const said = panel.replies.map((reply) => (typeof reply === 'string' ? reply : reply.answer))
  console.log(`\n${manner}, ${panel.id}: ${what.join(', ')}; ${outcome} ${confidence}; ${JSON.stringify(panel.groups)}; ${panel.note}`)
  for (const line of [panel.query, ...said]) console.log(`  ${line.slice(0, 200).replaceAll('\n', '⏎')}`)
}
