import type { Structure } from './structure.ts'

/** Conflict resolution: thesis against antithesis; every seat replies to the best case of the other side. */
export const sonata: Structure = {
  name: 'sonata',
  usualPanel: { minimum: 2, maximum: 3 },
  waves: (order) => [order.seats],
  facesOpponent: true,
}
