import {
  readAgreement,
  readCalibration,
  readClaimSupport,
  readQuestionKinds,
  readTextChoice,
} from '../../src/adapters/assets/data-files.ts'
import type { ModelConfig } from '../../src/contract/panel.ts'
import { deliberate } from '../../src/engine/deliberate.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { Embed } from '../../src/engine/measure/agreement/pair-reader.ts'
import { readOverlap } from '../../src/engine/measure/claims/overlap-support.ts'
import type { Brief } from '../../src/engine/panel/brief.ts'
import type { ModelCall } from '../../src/engine/panel/model-port.ts'
import { onlyBlock } from '../../src/engine/reading/text/only-block.ts'
import { presentedText } from '../../src/engine/reading/text/presented-text.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { chance } from '../simulated/chance.ts'
import { type JudgedPanel, meanOf } from './long-sets.ts'

/** What became of recorded panels in the whole engine. */
export interface EngineFigures {
  set: string
  panels: number
  kinds: Record<string, number>
  meanCalls: number
  mostCalls: number
  /** The share whose answer to an open question or a task is not a text as a model wrote it. */
  lostForm: number
  /** The share that ended without an answer. */
  failed: number
  /** The mean verdict on the delivered draft, where it is one of the recorded ones, and on a random one of the panel. */
  drafts: { count: number; delivered: number; random: number } | null
}

const SEATS = 5
/** How often a simulated reviewer errs. */
const ERRORS = 0.2

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

interface Replayed {
  /** Null when it ended without an answer. */
  result: Deliberation | null
  keepsForm: boolean
  /** The verdict on the delivered draft; null when it is not a recorded one. */
  delivered: number | null
  random: number
}

const never = new AbortController().signal
const [agreement, calibration] = [readAgreement(), readCalibration()]
const [textChoice, questionKinds] = [readTextChoice(), readQuestionKinds()]
const claimSupport = readClaimSupport()

async function replay(panel: JudgedPanel, embed: Embed): Promise<Replayed> {
  const written = new Set<string>()
  const askModel = async ({ seat, brief }: ModelCall) => {
    const text = replyTo(brief, seat.model, panel)
    if (brief.phase === 'synthesis' || brief.phase === 'rework') written.add(text)
    return { text, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
  const random = meanOf(panel.scores)
  const result = await deliberate(
    {
      query: panel.query,
      kind: null,
      criteria: null,
      writer: null,
      models: panel.models.map(modelNamed),
      structure: panel.models.length >= 4 ? 'fugue' : 'sonata',
      maxIterations: 7,
      compose: true,
      agreement,
      calibration,
      textChoice,
      claimSupport,
      questionKinds,
      uncalibrated: null,
      votes: null,
      signal: never,
      deadline: never,
      checkpoint: null,
    },
    {
      askModel,
      findAnchors: async () => [],
      embed,
      now: () => 0,
      pause: async () => {},
      readSupport: readOverlap,
      onEvent() {},
      onCheckpoint() {},
    },
  ).catch((error) => {
    if (error.code === 'unavailable') return null
    throw error
  })
  if (result === null || result.entries.at(-1)?.clusters.length === 0)
    return { result: null, keepsForm: true, delivered: null, random }
  const place = panel.texts.findIndex((text) => formsOf(text).includes(result.answer))
  const delivered = result.kind === 'draft' && place !== -1 ? panel.scores[place]! : null
  const keepsForm = result.kind === 'closed' || place !== -1 || written.has(result.answer)
  return { result, keepsForm, delivered, random }
}

/** A text as it was written, its only block of code, or without the line that presents it. */
function formsOf(text: string): string[] {
  return [text, onlyBlock(text)?.block, presentedText(text)].filter((form) => typeof form === 'string')
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

function modelNamed(model: string): ModelConfig {
  return { provider: 'openrouter', name: model, model, temperature: 0 }
}

function replyTo(brief: Brief, model: string, panel: JudgedPanel): string {
  switch (brief.phase) {
    case 'exposition':
      return panel.texts[panel.models.indexOf(model)]!
    case 'synthesis':
      return `${brief.texts[0]!.text}\n\n(written from ${brief.texts.length} texts)\n`
    case 'review':
      return JSON.stringify({
        reviews: brief.drafts.map(({ label, text }) => ({ draft: label, ...judged(text, model, panel) })),
        preference: [...brief.drafts]
          .sort((one, other) => worth(other.text, panel) - worth(one.text, panel))
          .map(({ label }) => [label]),
        improvements: ['Say it better.'],
      })
    case 'rework':
      return `${brief.draft}\n\n(revised)\n`
    case 'comparison':
      return JSON.stringify({ better: 'A', verdict: 'accept', defect: '' })
    default:
      return JSON.stringify({ answer: panel.texts[panel.models.indexOf(model)], verdict: 'amend' })
  }
}

/** From 0 for the worst verdict of the panel to 1 for the best. */
function worth(text: string, { texts, scores, isPassed }: JudgedPanel): number {
  const score = scores[texts.findIndex((one) => formsOf(one).includes(text))] ?? 0
  if (isPassed) return score
  const [worst, best] = [Math.min(...scores), Math.max(...scores)]
  return best === worst ? 1 : (score - worst) / (best - worst)
}

function judged(text: string, model: string, panel: JudgedPanel) {
  const errs = chance(panel.query, model, text) < ERRORS
  const value = errs ? 1 - worth(text, panel) : worth(text, panel)
  if (value > 0.66) return { verdict: 'accept', defect: '' }
  return value > 0.33
    ? { verdict: 'amend', defect: 'It could be better.' }
    : { verdict: 'reject', defect: 'It does not do what was asked.' }
}
