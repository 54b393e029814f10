import type { Anchor } from '../contract/axiom.ts'
import type { QuestionKind, RunKind } from '../contract/question-kind.ts'
import type { Run } from './deliberation.ts'
import { hearExposition, hearSamples, roundOf } from './hearing/hear-panel.ts'
import { firstEntry, type Hearing, standingOf } from './hearing/hearing.ts'
import { isCutShort, isHeard, meetsQuorum, quorumError } from './hearing/quorum.ts'
import type { Seat } from './panel/panel.ts'
import { beginIteration } from './run.ts'

/** The first replies of a panel, and the axioms that came with the question. */
export interface ExpositionReplies {
  kind: RunKind
  hearings: Hearing[]
  anchors: Anchor[]
}

/**
 * Iteration 1 of every question: each seat replies alone, as it would if it were the only one asked, and says what kind of
 * question it takes this for. Nothing is compared yet. Seats that were heard before are not asked again.
 */
export async function expose(run: Run, before: Hearing[] = []): Promise<void> {
  const replies = await hearFirst(run, before)
  requireQuorum(run, replies.hearings)
  placeFirst(run, replies)
}

/** Asks every seat that was not heard before for its own reply, and for further ones where answers are counted. */
export async function hearFirst(run: Run, before: Hearing[] = []): Promise<ExpositionReplies> {
  const { request, seats } = run
  const asked = await beginIteration(run, 'exposition')
  const { step } = request
  const isJson = request.format !== undefined
  const told = { kind: request.kind, isJson, ...asked, ...(step && { step }) }
  const brief = { phase: 'exposition', ...told } as const
  const known = new Set(before.map(({ seat }) => seat.key))
  const isNew = ({ key }: Seat) => !known.has(key)
  const round = roundOf(run)
  const further = (request.samples ?? 1) - 1
  const draw = (from: Seat[]) => hearSamples(round, brief, further > 0 ? from.filter(isNew) : [], further)
  const hearing = hearExposition(round, brief, before)
  // Whoever names the kind need not wait for the first replies to tell it.
  const early = request.kind === 'closed' && !isJson ? draw(seats) : null
  const [first, drawn] = await Promise.all([hearing, early])
  const kind = step ? 'tools' : (request.kind ?? (isJson ? 'draft' : kindByVote(first)))
  const replied = first.filter(({ abstention }) => isHeard(abstention)).map(({ seat }) => seat)
  const samples = drawn ?? (await draw(kind === 'closed' ? replied : []))
  const hearings = first.map((hearing) => withSamples(hearing, samples.get(hearing.seat.key)))
  run.spend(
    { phase: 'exposition', iteration: 1 },
    hearings.filter(({ seat }) => isNew(seat)).flatMap((hearing) => [hearing, ...(hearing.samples ?? [])]),
  )
  return { kind, hearings, anchors: asked.anchors }
}

/** What a seat said, with its further replies; one that is there stands in for a first one that failed. */
function withSamples(hearing: Hearing, samples: Hearing[] | undefined): Hearing {
  if (samples === undefined || samples.length === 0) return hearing
  const spare = isHeard(hearing.abstention) ? -1 : samples.findIndex(({ abstention }) => isHeard(abstention))
  const used = samples[spare]
  if (used === undefined) return { ...hearing, samples }
  return {
    ...used,
    seat: hearing.seat,
    samples: samples.with(spare, { ...hearing, seat: used.seat }),
  }
}

/** Ends a run of which too few seats replied; a time limit that left at least one answer does not. */
export function requireQuorum({ request }: Run, hearings: Hearing[]): void {
  if (!meetsQuorum(hearings) && !isCutShort(hearings, request.deadline))
    throw quorumError(hearings, request.deadline)
}

/** Records the first replies, and what kind of question they are to. */
export function placeFirst(run: Run, { kind, hearings, anchors }: ExpositionReplies): void {
  const { ports, spiral } = run
  ports.onEvent({ type: 'kind-decided', kind })
  const standings = hearings.map((hearing) => standingOf(hearing, kind))
  run.first = hearings
  run.spiral = {
    ...run.spiral,
    kind,
    entries: [firstEntry(hearings, standings, anchors)],
    standings,
    anchors,
    // Votes by reliability apply to closed questions only.
    votes: kind === 'closed' ? spiral.votes : null,
  }
}

/** What most seats take the question for: a draft before a text where they are equal, closed only if half of those that replied say so. */
function kindByVote(hearings: Array<Pick<Hearing, 'reply' | 'kind'>>): QuestionKind {
  const said = hearings
    .filter(({ reply, kind }) => reply !== null || kind)
    .map(({ reply, kind }) => reply?.kind ?? kind)
  const votes = (kind: QuestionKind) => said.filter((one) => one === kind).length
  const [closed, open, draft] = [votes('closed'), votes('open'), votes('draft')]
  if (closed >= said.length / 2 && closed > Math.max(open, draft)) return 'closed'
  return draft > 0 && draft >= open ? 'draft' : 'open'
}
