import type { Anchor } from '../contract/axiom.ts'
import type { QuestionKind } from '../contract/question-kind.ts'
import { type Hearing, hearExposition, positionOf } from './hearing/hear-panel.ts'
import { isCutShort, meetsQuorum, quorumError } from './hearing/quorum.ts'
import type { Standing } from './measure/landscape.ts'
import { askedOf } from './panel/asked.ts'
import { servedSeat } from './panel/panel.ts'
import { gatherAnchors } from './prompt/gather-anchors.ts'
import { type Run, roundOf, throwIfCancelled } from './run.ts'

/** The texts of a panel. */
export interface WrittenTexts {
  hearings: Hearing[]
  /** The seats with their texts, which nobody has compared yet. */
  standings: Standing[]
  anchors: Anchor[]
}

/** Iteration 1 of an open question or a draft: every seat writes a whole text alone. */
export async function writeTexts(run: Run, kind: Exclude<QuestionKind, 'closed'>): Promise<WrittenTexts> {
  const { request, ports, seats } = run
  await ports.pause()
  const anchors = await gatherAnchors(
    { asked: request, level: 1, disputed: [], gathered: [] },
    ports.findAnchors,
  )
  ports.onEvent({ type: 'iteration-start', iteration: 1, level: 1, phase: 'exposition' })
  const brief = { phase: 'exposition', kind, ...askedOf(request), anchors } as const
  const hearings = await hearExposition(seats, brief, roundOf(run, run.spiral))
  throwIfCancelled(run)
  if (!meetsQuorum(hearings) && !isCutShort(hearings, request.deadline))
    throw quorumError(hearings, request.deadline)
  const standings = hearings.map(({ seat, reply, servedModel }) => ({
    seat: servedSeat(seat, servedModel),
    position: reply && positionOf(reply),
    residual: null,
  }))
  return { hearings, standings, anchors }
}
