import { ALL_VERDICTS, type Order, otherCases, type Structure } from './structure.ts'

/** From this iteration on all voices enter at once: the stretto. */
const STRETTO = 5

/** Deep analysis: voices enter in two waves, the second hearing the first. */
export const fugue: Structure = {
  name: 'fugue',
  usualPanel: { minimum: 4, maximum: Number.POSITIVE_INFINITY },

  waves(stage) {
    if (stage.iteration >= STRETTO) return [stage.seats]
    const inOrder = closestFirst(stage)
    const half = Math.ceil(inOrder.length / 2)
    return [inOrder.slice(0, half), inOrder.slice(half)]
  },

  part(seat, stage, heard) {
    const spoken = [...heard].filter(([key]) => key !== seat.key).map(([, position]) => position)
    return {
      theme: stage.theme.answer,
      // The newest statements come first: if an answer occurs in both, the newer case for it is shown.
      positions: [...spoken, ...otherCases(seat, stage)],
      mustAnswer: null,
      role: 'voice',
      verdicts: ALL_VERDICTS,
    }
  },
}

/** The seats closest to the panel begin; those furthest from it answer. */
function closestFirst({ seats, landscape }: Order) {
  const distance = (key: string) => landscape.disagreement.get(key) ?? 1
  return [...seats].sort((left, right) => distance(left.key) - distance(right.key))
}
