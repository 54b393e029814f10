import { ALL_VERDICTS, otherCases, type Structure } from './structure.ts'

/** Conflict resolution: thesis against antithesis; every seat must answer the best case of the other side. */
export const sonata: Structure = {
  name: 'sonata',
  usualPanel: { minimum: 2, maximum: 3 },

  waves: (stage) => [stage.seats],

  part(seat, stage) {
    const [thesis, antithesis] = stage.landscape.camps
    const inThesis = thesis?.members.some((member) => member.seat.key === seat.key) ?? false
    const opponent = inThesis ? antithesis : thesis
    return {
      theme: stage.theme.answer,
      positions: otherCases(seat, stage),
      mustAnswer: opponent?.central.position ?? null,
      role: 'voice',
      verdicts: ALL_VERDICTS,
    }
  },
}
