import type { Deliberation } from '../../src/engine/deliberation.ts'
import { comparisonOn } from '../../src/engine/measure/agreement/compare-answers.ts'
import type { Embed } from '../../src/engine/measure/agreement/pair-reader.ts'
import { type AskModel, ModelFailure } from '../../src/engine/panel/model-port.ts'
import { seatPanel } from '../../src/engine/panel/panel.ts'
import type { Votes } from '../../src/engine/panel/votes.ts'
import { plainlySame } from '../../src/engine/reading/answer/plainly-same.ts'
import type { Learned } from './learn.ts'
import { type Member, panelOf, readMembers } from './read-panel.ts'
import type { Recording } from './recordings.ts'
import { runPanel } from './run-panel.ts'

/** The result of a recorded panel, run through the engine. */
export interface Replay {
  members: Member[]
  /** The member whose answer the consensus gave; null if too few answered. */
  given: Member | null
  /** Whether plain counting of equal answers would have been right. */
  pluralityRight: boolean
  confidence: number
  calls: number
  /** The result of the consensus, for tracking reliability over time. */
  result: Deliberation | null
}

interface ReplayOptions {
  models: string[]
  learned: Learned
  embed: Embed
  votes: Votes | null
}

/** Runs one recording through the engine: only the exposition, because recordings have no later rounds. */
export async function replay(
  recording: Recording,
  { models, learned, embed, votes }: ReplayOptions,
): Promise<Replay> {
  const { query } = recording
  const members = readMembers(recording, models)
  const result = await runPanel(
    {
      query,
      models: panelOf(models),
      structure: 'fugue',
      maxIterations: 1,
      agreement: learned.agreement,
      calibration: { version: 'fitted for this run', fitted: '', kinds: learned.calibration },
      votes,
    },
    { askModel: recorded(recording), embed },
  )
  const [winner] = result?.entries[0]?.clusters ?? []
  const given = members.find(
    ({ model, answer }) => answer === winner?.answer && winner?.models.includes(model),
  )
  return {
    members,
    given: given ?? null,
    pluralityRight: plurality(members, recording)?.right ?? false,
    confidence: result?.confidence ?? 0,
    calls: result?.usage.calls ?? models.length,
    result,
  }
}

/** The recording as a model port: a model without a reply fails. */
function recorded({ replies }: Recording): AskModel {
  return async ({ seat }) => {
    const text = replies.get(seat.model) ?? null
    if (text === null) throw new ModelFailure('empty_reply', 'The recording holds no reply of this model.')
    return { text, latencyMs: 0, promptTokens: 0, completionTokens: 0, costUsd: 0 }
  }
}

/** The answer that most members gave in equal words or as equal closed answers, in the order in which the engine draws seats. */
function plurality(members: Member[], { query }: Recording): Member | undefined {
  const isSame = plainlySame(query)
  const seated = seatPanel(panelOf(members.map(({ model }) => model)), query).map(
    (seat) => members.find(({ model }) => model === seat.model)!,
  )
  const answered = seated.filter((member) => member.answer !== null)
  const votes = (member: Member) => answered.filter((other) => isSame(member.answer!, other.answer!)).length
  return answered.reduce<Member | undefined>(
    (best, member) => (best === undefined || votes(member) > votes(best) ? member : best),
    undefined,
  )
}

/** The agreement of every two answers of which at least one is right, and whether both are. */
export async function judgedPairs(
  recording: Recording,
  { models, learned, embed }: Omit<ReplayOptions, 'votes'>,
): Promise<Array<{ agreement: number; equivalent: boolean }>> {
  const { agree } = comparisonOn(recording.query, { embed, model: learned.agreement })
  const answered = readMembers(recording, models).filter((member) => member.answer !== null)
  const pairs = answered.flatMap((left, index) => answered.slice(index + 1).map((right) => ({ left, right })))
  return Promise.all(
    pairs
      .filter(({ left, right }) => left.right || right.right)
      .map(async ({ left, right }) => ({
        agreement: await agree(left.answer!, right.answer!),
        equivalent: left.right && right.right,
      })),
  )
}
