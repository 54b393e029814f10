import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { Embed } from '../../src/engine/measure/text-features.ts'
import type { Brief, BriefNamed, ReadingBrief } from '../../src/engine/panel/brief.ts'
import type { ModelCall } from '../../src/engine/panel/model-port.ts'
import { FREE, panelOf } from '../../src/evaluation/recorded/replay.ts'
import { sentencesIn } from '../../src/language/sentences.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { runPanel } from '../panels/run-panel.ts'
import { chance } from '../simulated/chance.ts'
import { type JudgedPanel, meanOf } from './long-sets.ts'

/** What became of recorded panels in the whole engine. */
export interface EngineFigures {
  set: string
  panels: number
  kinds: Record<string, number>
  meanCalls: number
  mostCalls: number
  /** The most calls beyond 2n + 3 of open questions on which nobody disputed anything and nothing was objected to. */
  mostBeyond: number | null
  /** The share whose answer to an open question or a task is not a text as a model wrote it. */
  lostForm: number
  /** The share that ended without an answer. */
  failed: number
  /** The mean verdict on the delivered draft, where it is one of the recorded ones, and on a random one of the panel. */
  drafts: { count: number; delivered: number; random: number } | null
}

const SEATS = 5
/** How often a simulated reviewer errs, and how often whoever rules on a point. */
const ERRORS = 0.2
const RULING_ERRORS = 0.02

/** Replays every set whose panels have at least four models. */
export async function replaySets(panels: JudgedPanel[], embed: Embed): Promise<EngineFigures[]> {
  const sets = new Map<string, JudgedPanel[]>()
  for (const panel of panels)
    if (panel.models.length > 3) sets.set(panel.set, [...(sets.get(panel.set) ?? []), panel])
  const figures: EngineFigures[] = []
  for (const [set, ofSet] of sets) figures.push(await replayPanels(set, ofSet, embed))
  return figures
}

/** Replays the panels of a set, five models each, with reviewers that know the verdicts but err. */
async function replayPanels(set: string, panels: JudgedPanel[], embed: Embed): Promise<EngineFigures> {
  const runs: Replayed[] = []
  for (const panel of panels.map(drawn)) if (panel.models.length > 1) runs.push(await replay(panel, embed))
  const finished = runs.flatMap(({ result }) => (result === null ? [] : [result]))
  const drafts = runs.flatMap(({ delivered, random }) => (delivered === null ? [] : [{ delivered, random }]))
  const share = (count: number) => count / runs.length
  return {
    set,
    panels: runs.length,
    kinds: Object.fromEntries(
      ['closed', 'open', 'draft'].map((kind) => [kind, finished.filter((one) => one.kind === kind).length]),
    ),
    meanCalls: meanOf(finished.map(({ usage }) => usage.calls)),
    mostCalls: Math.max(...finished.map(({ usage }) => usage.calls)),
    mostBeyond: mostBeyond(finished),
    lostForm: share(runs.filter(({ keepsForm }) => !keepsForm).length),
    failed: share(runs.length - finished.length),
    drafts:
      drafts.length === 0
        ? null
        : {
            count: drafts.length,
            delivered: meanOf(drafts.map(({ delivered }) => delivered)),
            random: meanOf(drafts.map(({ random }) => random)),
          },
  }
}

function mostBeyond(results: Deliberation[]): number | null {
  const plain = results.filter(
    ({ kind, entries, repaired, warnings }) =>
      kind === 'open' && entries.length === 2 && repaired?.length === 0 && warnings.length === 0,
  )
  if (plain.length === 0) return null
  return Math.max(...plain.map(({ usage, entries }) => usage.calls - (2 * entries[0]!.responses.length + 3)))
}

interface Replayed {
  /** Null when it ended without an answer. */
  result: Deliberation | null
  keepsForm: boolean
  /** The verdict on the delivered draft; null when it is not a recorded one. */
  delivered: number | null
  random: number
}

/** The phases in which a text is written that nobody wrote before. */
const WRITING = new Set<Brief['phase']>(['synthesis', 'amendment', 'rework'])

async function replay(panel: JudgedPanel, embed: Embed): Promise<Replayed> {
  const written = new Set<string>()
  const askModel = async ({ seat, brief }: ModelCall) => {
    const text = replyTo(brief, seat.model, panel)
    if (WRITING.has(brief.phase)) written.add(text)
    return { text, ...FREE }
  }
  const random = meanOf(panel.scores)
  const result = await runPanel(
    {
      query: panel.query,
      kind: null,
      models: panelOf(panel.models),
      structure: panel.models.length >= 4 ? 'fugue' : 'sonata',
      maxIterations: 7,
    },
    { askModel, embed },
  )
  if (result === null || result.entries.at(-1)?.clusters.length === 0)
    return { result: null, keepsForm: true, delivered: null, random }
  const place = panel.texts.findIndex((text) => isSame(text, result.answer))
  const delivered = result.kind === 'draft' && place !== -1 ? panel.scores[place]! : null
  const keepsForm = result.kind === 'closed' || place !== -1 || written.has(result.answer)
  return { result, keepsForm, delivered, random }
}

/** Whether a text is the recorded one; white space before the block at its end goes with the block. */
function isSame(recorded: string, text: string): boolean {
  return recorded.trimEnd() === text
}

/** The seats of a panel that is larger than five, drawn by its question. */
function drawn({ models, texts, scores, ...panel }: JudgedPanel): JudgedPanel {
  // A recorded text may be empty, which a provider reports as a failure of the model.
  const places = stableShuffle(
    models.flatMap((_, place) => (texts[place]!.trim() === '' ? [] : [place])),
    (place) => models[place]!,
    panel.query,
  ).slice(0, SEATS)
  return {
    ...panel,
    models: places.map((place) => models[place]!),
    texts: places.map((place) => texts[place]!),
    scores: places.map((place) => scores[place]!),
  }
}

/** The recorded sets whose texts are products to be used as they are: code, translations and summaries. */
const DRAFTS = new Set(['humaneval30', 'humaneval4', 'odex4', 'summeval', 'tofueval', 'wmt19_lt-en'])

function replyTo(brief: Brief, model: string, panel: JudgedPanel): string {
  switch (brief.phase) {
    case 'exposition':
      return `${panel.texts[panel.models.indexOf(model)]!}\n\n<panel>\n{"kind": "${DRAFTS.has(panel.set) ? 'draft' : 'open'}"}\n</panel>`
    case 'examination':
      return JSON.stringify({
        rulings: brief.points.map(({ label, text }) => ({ label, ...ruled(text, model, panel) })),
      })
    case 'dispute':
      return JSON.stringify({
        rulings: brief.points.map(({ label, own }) => ({ label, why: 'It is as I said.', verdict: own })),
      })
    case 'synthesis':
      return `${brief.texts[0]!.text}\n\n(written from all texts)\n`
    case 'amendment':
      return `${brief.texts[0]!.text}\n\n(mended)\n`
    case 'review':
      return JSON.stringify({
        reviews: brief.drafts.map(({ label, text }) => ({ draft: label, ...judged(text, model, panel) })),
        preference: [...brief.drafts]
          .sort((one, other) => worth(other.text, panel) - worth(one.text, panel))
          .map(({ label }) => [label]),
        improvements: ['Say it better.'],
      })
    case 'reading':
      return readAs(brief, panel)
    case 'rebuttal':
      return JSON.stringify({ why: '', ruling: 'concede' })
    case 'rework':
      return `${brief.draft}\n\n(revised)\n`
    case 'comparison':
      return JSON.stringify({ better: 'A', verdict: 'accept', defect: '' })
    default:
      throw new Error(`No recorded panel is asked for ${brief.phase}.`)
  }
}

/** From 0 for the worst verdict of the panel to 1 for the best. */
function worth(text: string, { texts, scores, isPassed }: JudgedPanel): number {
  const score = scores[texts.findIndex((one) => isSame(one, text))] ?? 0
  if (isPassed) return score
  const [worst, best] = [Math.min(...scores), Math.max(...scores)]
  return best === worst ? 1 : (score - worst) / (best - worst)
}

function judged(text: string, model: string, panel: JudgedPanel) {
  const errs = chance(panel.query, model, text) < ERRORS
  const value = errs ? 1 - worth(text, panel) : worth(text, panel)
  if (value > 0.66) return { verdict: 'accept', defect: '' }
  // Whoever errs sees a defect that nobody else does.
  const defect = errs ? `${model} misreads it.` : 'It does not do what was asked.'
  return { verdict: value > 0.33 ? 'amend' : 'reject', defect }
}

/** What a scripted reader makes of what others wrote. */
function readAs(brief: ReadingBrief, panel: JudgedPanel): string {
  switch (brief.task) {
    case 'match-defects':
      return sameDefects(brief)
    case 'map-texts':
      return JSON.stringify(mapOf(brief))
    case 'check-text': {
      // Some texts are objected to where they begin.
      const errs = chance(panel.query, brief.text) < ERRORS
      const finding = { sentence: '1', problem: 'wrong', why: 'It is not so.' }
      return JSON.stringify({ findings: errs ? [finding] : [] })
    }
    default:
      throw new Error(`No recorded panel is asked for ${brief.task}.`)
  }
}

const LONGEST_ANSWER = 150
const POINTS_OF_A_TEXT = 4

/** The first sentences of each text as its points, the first central. */
function mapOf({ texts }: BriefNamed<'map-texts'>) {
  const points = texts.flatMap(({ label, text }) =>
    sentencesIn(text)
      .slice(0, POINTS_OF_A_TEXT)
      .map(({ start, end }, place) => ({
        text: text.slice(start, end),
        type: place === 0 ? 'fact!' : 'fact',
        says: [`${label}.${place + 1}`],
        denies: [],
      })),
  )
  const [first] = texts
  return {
    answers: [{ answer: first!.text.slice(0, LONGEST_ANSWER), replies: texts.map(({ label }) => label) }],
    points,
    gaps: [],
  }
}

/** Affirms a point; whoever errs calls it false. */
function ruled(point: string, model: string, panel: JudgedPanel) {
  const errs = chance(panel.query, model, point) < RULING_ERRORS
  return errs ? { verdict: 'false', why: 'It is not so.' } : { verdict: 'true', why: '' }
}

/** Reads defects in the same words as the same. */
function sameDefects({ drafts }: BriefNamed<'match-defects'>): string {
  const same = drafts.flatMap(({ defects }) =>
    defects.flatMap(({ label, text }, place) =>
      defects.slice(place + 1).flatMap((other) => (other.text === text ? [[label, other.label]] : [])),
    ),
  )
  return JSON.stringify({ same })
}
