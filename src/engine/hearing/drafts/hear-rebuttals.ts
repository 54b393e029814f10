import type { Run } from '../../deliberation.ts'
import type { Spiral } from '../../measure/spiral.ts'
import { askedOf } from '../../panel/asked.ts'
import { readRebuttal } from '../../reading/reply/read-rebuttal.ts'
import { hearSeat, type Round } from '../hear-panel.ts'
import { canStand, type Findings, type ReviewedText, STANDS } from './reviewed-text.ts'

/** Asks the authors of rejected texts whether the reviewer is right. A reject that nobody rebuts stands, whatever the reason. */
export async function hearRebuttals(
  run: Run,
  { spiral, round }: { spiral: Spiral; round: Round },
  reviewed: ReviewedText[],
): Promise<Findings> {
  const rejected = reviewed.flatMap(({ said, ...text }) =>
    said.filter(canStand).map((reject) => ({ ...text, reject })),
  )
  const mayAsk = run.affords(spiral, { calls: rejected.length, reserve: 0 })
  const hearings = await Promise.all(
    (mayAsk ? rejected : []).map(({ text: draft, notes, authors, reject: { defect } }) => {
      const author = run.seats.find(({ key }) => authors.includes(key))!
      const brief = { phase: 'rebuttal', ...askedOf(run.request), draft, notes, defect } as const
      return hearSeat(author, brief, round, ({ text }) => readRebuttal(text))
    }),
  )
  const { iteration } = round
  return {
    findings: new Map(
      rejected.map(({ reject }, place) => {
        const rebuttal = hearings[place]?.reply?.rebuttal ?? null
        return [reject, rebuttal === null ? STANDS : { rebuttal }]
      }),
    ),
    spiral: run.spent(spiral, { phase: iteration === 2 ? 'review' : 'revision', iteration }, hearings),
  }
}
