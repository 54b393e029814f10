import type { Deliberation } from '../../src/engine/deliberation.ts'
import type { Embed } from '../../src/engine/measure/texts/embed.ts'
import type { Brief, ShownClaim } from '../../src/engine/panel/brief.ts'
import type { ModelCall } from '../../src/engine/panel/model-port.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { FREE, panelOf, runPanel } from '../panels/run-panel.ts'
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

async function replay(panel: JudgedPanel, embed: Embed): Promise<Replayed> {
  const written = new Set<string>()
  const askModel = async ({ seat, brief }: ModelCall) => {
    const text = replyTo(brief, seat.model, panel)
    if (brief.phase === 'synthesis' || brief.phase === 'rework') written.add(text)
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
    case 'synthesis':
      return `${brief.texts[0]!.text}\n\n(written from all texts)\n`
    case 'review':
      return JSON.stringify({
        reviews: brief.drafts.map(({ label, text }) => ({ draft: label, ...judged(text, model, panel) })),
        preference: [...brief.drafts]
          .sort((one, other) => worth(other.text, panel) - worth(one.text, panel))
          .map(({ label }) => [label]),
        improvements: ['Say it better.'],
      })
    case 'examination': {
      // What it would say of the claims of others was not recorded.
      const own = panel.texts[panel.models.indexOf(model)]!
      const isOwn = ({ texts }: ShownClaim) => texts.some((text) => own.includes(text))
      const labels = (claims: ShownClaim[]) => claims.map(({ label }) => label)
      return JSON.stringify({
        true: labels(brief.claims.filter(isOwn)),
        false: [],
        unsure: labels(brief.claims.filter((claim) => !isOwn(claim))),
        missing: [],
      })
    }
    case 'dispute':
      return JSON.stringify({
        rulings: brief.claims.map(({ label, own }) => ({
          claim: label,
          opinion: own ?? 'unsure',
          why: 'As I said before.',
          refuted_by: null,
        })),
      })
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
  return value > 0.33
    ? { verdict: 'amend', defect: 'It could be better.' }
    : { verdict: 'reject', defect: 'It does not do what was asked.' }
}
