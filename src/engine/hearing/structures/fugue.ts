import type { Order, Structure } from './structure.ts'

/** From this iteration on all voices enter at once: the stretto. */
const STRETTO = 5

/** Deep analysis: voices enter in two waves, the second hearing the first. */
export const fugue: Structure = {
  name: 'fugue',
  usualPanel: { minimum: 4, maximum: Number.POSITIVE_INFINITY },
  facesOpponent: false,

  waves(order) {
    if (order.iteration >= STRETTO) return [order.seats]
    const inOrder = closestFirst(order)
    const half = Math.ceil(inOrder.length / 2)
    return [inOrder.slice(0, half), inOrder.slice(half)]
  },
}

/** The seats closest to the panel begin; those furthest from it answer. */
function closestFirst({ seats, landscape }: Order) {
  const distance = (key: string) => landscape.disagreement.get(key) ?? 1
  return [...seats].sort((left, right) => distance(left.key) - distance(right.key))
}
