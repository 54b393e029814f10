import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { readAgreement, readCalibration } from '../../src/adapters/assets/data-files.ts'
import { openBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { Embed } from '../../src/engine/measure/agreement/pair-reader.ts'
import type { RevisionBrief } from '../../src/engine/panel/brief.ts'
import type { AskModel, ModelCall } from '../../src/engine/panel/model-port.ts'
import { readJsonLines } from '../json-lines.ts'
import { panelOf } from './read-panel.ts'
import { runPanel } from './run-panel.ts'

/** Panels written by reviewers who saw only the specification; `groups` are the seats that say the same in their judgement. */
const FILES = ['reviewer-a.jsonl', 'reviewer-b.jsonl']
const FOLDER = fileURLToPath(new URL('attacks/', import.meta.url))

const AttackPanel = z.object({
  id: z.string(),
  topic: z.string(),
  language: z.string().optional(),
  query: z.string(),
  replies: z.array(
    z.union([z.string(), z.object({ answer: z.unknown(), reason: z.unknown(), claims: z.unknown() })]),
  ),
  groups: z.array(z.array(z.int())),
  abstains: z.array(z.int()).optional(),
  unsure: z.boolean().optional(),
  note: z.string().optional(),
})
export type AttackPanel = z.infer<typeof AttackPanel>

/**
 * How seats behave when they see each other's answers: honest ones accept the theme if it is theirs and reject it
 * otherwise, polite ones accept everything. Both keep their answer.
 */
export type Manner = 'honest' | 'polite'

/** The result of a panel. */
export interface AttackResult {
  panel: AttackPanel
  outcome: string
  confidence: number
  basis: string
  initialD: number
  iterations: number
  calls: number
  /** Consensus although the seats do not say the same. */
  isFalse: boolean
  /** Seats of different groups are in one camp in the first round. */
  isMixed: boolean
  /** No consensus although all seats say the same. */
  isMissed: boolean
  /** The answer was altered. */
  isMangled: boolean
  answer: string
  camps: string
}

interface AttackOptions {
  json: boolean
  misses: boolean
  files: string[]
}

/** Reads the panels of some files, or those of the project. */
function readAttacks(files: string[] = FILES.map((file) => join(FOLDER, file))): AttackPanel[] {
  return files.flatMap((file) =>
    readJsonLines(file).map((row, index) => {
      const parsed = AttackPanel.safeParse(row)
      if (parsed.success) return parsed.data
      throw new Error(`${file}, row ${index + 1}: ${z.prettifyError(parsed.error)}`)
    }),
  )
}

/** Runs one panel through the shipped engine. */
async function attack(panel: AttackPanel, manner: Manner, embed: Embed): Promise<AttackResult> {
  const names = panel.replies.map((_, seat) => `seat-${seat}`)
  const result = await runPanel(
    {
      query: panel.query,
      models: panelOf(names),
      structure: names.length >= 4 ? 'fugue' : 'sonata',
      maxIterations: LIMITS.iterationsDefault,
      agreement: readAgreement(),
      calibration: readCalibration(),
      votes: null,
    },
    { askModel: attackers(panel, manner), embed },
  )
  return judged(panel, result)
}

function attackers(panel: AttackPanel, manner: Manner): AskModel {
  const groupOf = (seat: number) => panel.groups.findIndex((group) => group.includes(seat))
  return async ({ seat, brief }: ModelCall) => {
    const index = Number(seat.model.slice('seat-'.length))
    const reply = panel.replies[index]!
    const cost = { latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
    if (brief.phase !== 'revision')
      return { text: typeof reply === 'string' ? reply : JSON.stringify(reply), ...cost }
    const holder = holderOf(brief, panel)
    const agrees = manner === 'polite' || (holder !== -1 && groupOf(holder) === groupOf(index))
    const held = brief.own?.answer ?? (typeof reply === 'string' ? reply : reply.answer)
    const revision = {
      verdict: agrees ? 'accept' : 'reject',
      answer: held,
      refuted_by: null,
      rebuttal: 'Seen.',
    }
    return { text: JSON.stringify(revision), ...cost }
  }
}

/** The seat whose answer is the theme. */
function holderOf({ theme }: RevisionBrief, { replies }: AttackPanel): number {
  const exact = replies.findIndex((reply) => typeof reply !== 'string' && reply.answer === theme)
  if (exact !== -1) return exact
  return replies.findIndex((reply) =>
    (typeof reply === 'string' ? reply : JSON.stringify(reply)).includes(theme),
  )
}

function judged(panel: AttackPanel, result: Deliberation | null): AttackResult {
  const groupOf = (name: string) =>
    panel.groups.findIndex((group) => group.includes(Number(name.slice('seat-'.length))))
  const silent = new Set(panel.abstains)
  const groups = panel.groups.filter((group) => group.some((seat) => !silent.has(seat)))
  const [first] = result?.entries ?? []
  const isOne = groups.length === 1
  return {
    panel,
    outcome: result?.outcome ?? 'unavailable',
    confidence: result?.confidence ?? 0,
    basis: result?.confidenceBasis ?? '',
    initialD: result?.initialDivergence ?? 1,
    iterations: result?.entries.length ?? 0,
    calls: result?.usage.calls ?? 0,
    isFalse: result?.outcome === 'consensus' && !isOne,
    isMixed: first?.clusters.some(({ models }) => new Set(models.map(groupOf)).size > 1) ?? false,
    isMissed: isOne && groups[0]!.length > 1 && result?.outcome !== 'consensus',
    isMangled: first?.responses.some((response) => isMangled(panel, response.name, response.answer)) ?? false,
    answer: result?.answer ?? '',
    camps:
      first?.clusters.map(({ models }) => models.map((name) => name.slice(5)).join('+')).join(' / ') ?? '',
  }
}

function isMangled({ replies }: AttackPanel, name: string, answer: string | null): boolean {
  const reply = replies[Number(name.slice('seat-'.length))]!
  if (answer === null) return false
  return typeof reply === 'string'
    ? !reply.includes(answer)
    : typeof reply.answer === 'string' && reply.answer !== answer
}

/** `npm run eval -- attacks`: measures how the engine handles panels that were written to deceive it. */
export async function evaluateAttacks({ json, misses, files }: AttackOptions): Promise<void> {
  const { embed } = await openBuiltinEmbedder()
  const panels = readAttacks(files.length > 0 ? files : undefined)
  for (const manner of ['honest', 'polite'] as const) {
    const results: AttackResult[] = []
    for (const panel of panels) results.push(await attack(panel, manner, embed))
    if (json) console.log(JSON.stringify({ manner, ...summary(results) }, null, 2))
    else {
      console.log(`\n${manner} seats`)
      const topics = [...new Set(panels.map(({ topic }) => topic))]
      console.table(
        Object.fromEntries(
          [...topics, 'all'].map((topic) => [
            topic,
            summary(results.filter(({ panel }) => topic === 'all' || panel.topic === topic)),
          ]),
        ),
      )
    }
    if (misses)
      results
        .filter(({ isFalse, isMixed, isMissed, isMangled }) => isFalse || isMixed || isMissed || isMangled)
        .forEach(printMiss)
  }
}

function summary(results: AttackResult[]) {
  const count = (isSo: (result: AttackResult) => boolean) => results.filter(isSo).length
  return {
    panels: results.length,
    'several answers': count(({ panel }) => panel.groups.length > 1),
    'false consensus': count(({ isFalse }) => isFalse),
    '… above 0.6': count(({ isFalse, confidence }) => isFalse && confidence > 0.6),
    'mixed camp at first': count(({ isMixed }) => isMixed),
    'consensus missed': count(({ isMissed }) => isMissed),
    'consensus at once': count(({ outcome, iterations }) => outcome === 'consensus' && iterations === 1),
    mangled: count(({ isMangled }) => isMangled),
    'calls per seat': Number(
      (
        results.reduce((sum, { calls, panel }) => sum + calls / panel.replies.length, 0) / results.length
      ).toFixed(2),
    ),
  }
}

function printMiss({
  panel,
  outcome,
  confidence,
  isFalse,
  isMixed,
  isMissed,
  isMangled,
  iterations,
  camps,
}: AttackResult): void {
  const what = [isFalse && 'FALSE', isMixed && 'mixed', isMissed && 'missed', isMangled && 'MANGLED'].filter(
    Boolean,
  )
  console.log(
    `\n${panel.id} ${panel.topic} ${what.join(' ')} ${outcome} ${confidence} in ${iterations} ${JSON.stringify(panel.groups)} read as ${camps}${panel.unsure ? ' unsure' : ''} – ${panel.note}`,
  )
  console.log(`  Q ${panel.query.slice(0, 200).replaceAll('\n', '⏎')}`)
  for (const reply of panel.replies)
    console.log(
      `  - ${(typeof reply === 'string' ? `«${reply}»` : String(reply.answer)).slice(0, 220).replaceAll('\n', '⏎')}`,
    )
}
