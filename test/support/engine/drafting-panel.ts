import type { Brief } from '../../../src/engine/panel/brief.ts'
import { type AskModel, type ModelCall, ModelFailure } from '../../../src/engine/panel/model-port.ts'
import { type Line, type Reader, runScripted, type Script, scriptedModels } from './scripted-panel.ts'

/** How a simulated seat writes and judges. */
export interface Drafter {
  /** Its draft. */
  draft: Line
  /** What it says of a draft of another seat; `accept` unless told otherwise. */
  judges?: (text: string) => { verdict: 'accept' | 'amend' | 'reject'; defect?: string } | null
  /** The draft it prefers more of two comes first. */
  prefers?: (left: string, right: string) => number
  improvements?: string[]
  /** Why a reviewer who rejects its draft is wrong; it concedes unless told otherwise. */
  rebuts?: Line
  /** Its revised draft; the first one unless told otherwise. */
  revises?: Line
  /** Whether it finds the revised version better. */
  compares?: (texts: string[]) => string | 'equal'
}

/** A scripted model that drafts, reviews, rebuts, revises and compares. */
function drafter({ draft, judges, prefers, improvements = [], rebuts, revises, compares }: Drafter): Script {
  return ({ brief }: ModelCall): Line => {
    switch (brief.phase) {
      case 'exposition':
        return draft
      case 'review': {
        const judged = brief.drafts.flatMap(({ label, text }) => {
          const said = judges ? judges(text) : ({ verdict: 'accept' } as const)
          return said === null ? [] : [{ draft: label, defect: '', ...said }]
        })
        const order = prefers
          ? [...brief.drafts].sort((one, other) => prefers(one.text, other.text)).map(({ label }) => [label])
          : []
        return JSON.stringify({ reviews: judged, preference: order, improvements })
      }
      case 'rebuttal':
        if (typeof rebuts === 'object') return rebuts
        return JSON.stringify({ why: rebuts ?? 'True.', ruling: rebuts === undefined ? 'concede' : 'rebut' })
      case 'rework':
        return revises ?? draft
      case 'comparison': {
        const texts = brief.versions.map(({ text }) => text)
        const better = compares ? compares(texts) : 'equal'
        const label = brief.versions.find(({ text }) => text === better)?.label ?? 'equal'
        const judged = judges?.(better === 'equal' ? texts[0]! : better) ?? { verdict: 'accept' }
        return JSON.stringify({ better: label, defect: '', ...judged })
      }
      default:
        throw new Error(`A drafter has nothing to say to ${brief.phase}.`)
    }
  }
}

/** A reader for which defects are the same if they have the same meaning; their words unless told otherwise. */
export function readsDefects(meaning = (defect: string) => defect): Reader {
  return (brief) => {
    if (brief.task !== 'match-defects') throw new Error(`Drafts are not read for ${brief.task}.`)
    const same = brief.drafts.flatMap(({ defects }) =>
      defects.flatMap(({ label, text }, place) =>
        defects
          .slice(place + 1)
          .filter((other) => meaning(other.text) === meaning(text))
          .map((other) => [label, other.label]),
      ),
    )
    return JSON.stringify({ reasoning: '', same })
  }
}

const scriptsOf = (drafters: Record<string, Drafter>) =>
  Object.fromEntries(Object.entries(drafters).map(([name, one]) => [name, drafter(one)]))

/** The model port of a panel of drafters. */
export function scriptedDrafters(drafters: Record<string, Drafter>) {
  return scriptedModels(scriptsOf(drafters), readsDefects())
}

/** Runs a panel of drafters. */
export function runDrafts(
  drafters: Record<string, Drafter>,
  options: NonNullable<Parameters<typeof runScripted>[1]> = {},
) {
  return runScripted(scriptsOf(drafters), {
    query: 'Write a haiku about autumn.',
    kind: 'draft',
    reads: readsDefects(),
    ...options,
  })
}

/** Three haiku about autumn, of which the last is not about it. */
export const GOOD = 'Red leaves on the pond\n  the moon has lost its mirror\n\n  a frog stays awake'
export const FAIR = 'Autumn has come now\nThe leaves are falling slowly\nI drink some hot tea'
export const BAD = 'Summer is the best\nI love the beach in July\nThe sun is so hot'

/** The better, the lower. */
const worth = (text: string) => ['Red', 'Autumn', 'Summer'].indexOf(text.split(' ')[0]!)

/** Judges such haiku by their worth. */
export const honest = (draft: string): Drafter => ({
  draft,
  judges: (text) => {
    if (text.startsWith('Summer'))
      return { verdict: 'reject', defect: '“Summer is the best” is not about autumn' }
    return text.startsWith('Autumn') ? { verdict: 'amend', defect: 'flat' } : { verdict: 'accept' }
  },
  prefers: (one, other) => worth(one) - worth(other),
})

/** A panel in which every call of one phase fails. */
export const failing = (phase: Brief['phase'], panel: Record<string, Drafter>) => {
  const { askModel } = scriptedDrafters(panel)
  const fail: AskModel = async (call) => {
    if (call.brief.phase === phase) throw new ModelFailure('timeout', 'late')
    return askModel(call)
  }
  return { ports: { askModel: fail } }
}
