import type { EdgeEvent } from '../../client/streams.ts'
import type { IterationEntry, IterationPhase, Usage } from '../../contract/deliberation.ts'
import { oneLine } from '../terminal/harmless.ts'
import { shortName } from './short-name.ts'

/** A model of the panel, as it is shown. */
export interface Voice {
  name: string
  /** spared: it is not asked as long as the first models agree. */
  state: 'asked' | 'answered' | 'failed' | 'spared'
  /** Its answer in one line, or why it gave none; null while it has said nothing. */
  said: string | null
  askedAt: number
  tookMs: number | null
  costUsd: number | null
}

/** What the calls that are known have cost. */
export interface Spent {
  calls: number
  costUsd: number | null
  unpriced: number
}

/** What is shown of a run. */
export interface RunView {
  voices: Voice[]
  /** D after each round. */
  divergence: number[]
  /** What is going on; empty when nothing is. */
  doing: string
  /** The answers or points on which the panel is divided. */
  disputed: string[]
  spent: Spent
}

/** A run of which nothing is known yet. */
export const NOTHING_YET: RunView = {
  voices: [],
  divergence: [],
  doing: 'asking …',
  disputed: [],
  spent: { calls: 0, costUsd: null, unpriced: 0 },
}

const PHASES: Record<IterationPhase, string> = {
  exposition: 'every model answers alone',
  revision: 'the models judge each other’s answers',
  review: 'the models review each other’s drafts',
  examination: 'the models say which points are true',
  dispute: 'disputed points are argued',
}

/** What is shown after an event. */
export function afterEvent(view: RunView, { type, data }: EdgeEvent, now: number): RunView {
  switch (type) {
    case 'panel-start':
      return {
        ...NOTHING_YET,
        voices: data.seats.map(({ name }) => ({
          name: shortName(name),
          state: data.first === undefined || data.first.includes(name) ? 'asked' : 'spared',
          said: null,
          askedAt: now,
          tookMs: null,
          costUsd: null,
        })),
      }
    case 'iteration-start':
      return {
        ...view,
        doing: `round ${data.iteration}: ${PHASES[data.phase]} …`,
        voices: view.voices.map((voice) => asked(voice, data.iteration, now)),
      }
    case 'answer-received':
      return {
        ...view,
        spent: spentOn(view.spent, data.cost_usd),
        voices: view.voices.map((voice) =>
          voice.name === shortName(data.name) ? heard(voice, data, now) : voice,
        ),
      }
    case 'reading-received':
      return { ...view, spent: spentOn(view.spent, data.cost_usd) }
    case 'stage-end':
      return data.accepted
        ? view
        : {
            ...view,
            divergence: [],
            doing: 'the other models are asked …',
            voices: view.voices.map((voice) =>
              voice.state === 'spared' ? { ...voice, state: 'asked', askedAt: now } : voice,
            ),
          }
    case 'iteration-end':
      return {
        ...view,
        doing: '',
        divergence: [...view.divergence, data.D],
        disputed: answersIn(data),
        voices: view.voices.map((voice) => standing(voice, data)),
      }
    case 'claims-change':
      return {
        ...view,
        disputed: data.claims.filter(({ status }) => status === 'disputed').map(({ text }) => oneLine(text)),
      }
    case 'text-written':
      return { ...view, doing: data.mended ? 'the text was mended …' : 'the text is checked …' }
    case 'answer-text':
    case 'kind-decided':
    case 'text-checked':
    case 'text-accepted':
      return view
    case 'result':
      return {
        ...view,
        doing: '',
        spent: spentIn(data.usage),
      }
  }
}

type Answer = Extract<EdgeEvent, { type: 'answer-received' }>['data']

/** What the first models of a panel said stands while the others are asked in a round that begins again. */
function asked(voice: Voice, iteration: number, now: number): Voice {
  if (voice.state === 'spared' || (iteration === 1 && voice.said !== null)) return voice
  return { ...voice, state: 'asked', askedAt: now, tookMs: null }
}

/** In later rounds a model speaks of the answers on the table; where it stands then is known at their end. */
function heard(voice: Voice, reply: Answer, now: number): Voice {
  const { iteration, error, answer, latency_ms: latencyMs, cost_usd: cost } = reply
  const costUsd = cost === null ? voice.costUsd : (voice.costUsd ?? 0) + cost
  if (error !== null) {
    const said = voice.said ?? oneLine(error.message)
    return { ...voice, state: 'failed', said, tookMs: now - voice.askedAt, costUsd }
  }
  const said = answer === null || iteration > 1 ? voice.said : oneLine(answer)
  return { ...voice, state: 'answered', said, tookMs: latencyMs, costUsd }
}

/** Where a model stands after a round; a text stays the one that it wrote. */
function standing(voice: Voice, { responses }: IterationEntry): Voice {
  const response = responses.find(({ name }) => shortName(name) === voice.name)
  const isClosed = response?.label !== undefined
  if (response === undefined || !isClosed || response.position === null) return voice
  return { ...voice, said: oneLine(response.position) }
}

/** The answers on the table, if there is more than one, and who gives them. */
function answersIn({ clusters }: IterationEntry): string[] {
  const labelled = clusters.filter(({ label }) => label !== undefined)
  if (labelled.length < 2) return []
  return labelled.map(({ answer, models }) => `${oneLine(answer)} (${models.map(shortName).join(', ')})`)
}

/** What a run has cost; where no cost is known, none of its calls has one. */
export function spentIn({ calls, cost_usd: costUsd, unpriced_calls: unpriced = 0 }: Usage): Spent {
  return { calls, costUsd, unpriced: costUsd === null ? calls : unpriced }
}

function spentOn({ calls, costUsd, unpriced }: Spent, cost: number | null): Spent {
  if (cost === null) return { calls: calls + 1, costUsd, unpriced: unpriced + 1 }
  return { calls: calls + 1, costUsd: (costUsd ?? 0) + cost, unpriced }
}
