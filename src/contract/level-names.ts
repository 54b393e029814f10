/** Names of the seven axiom levels; index 0 is level 1. */
export const LEVEL_NAMES = [
  'Mathematical',
  'Physical',
  'Ontological',
  'Computable',
  'Architectural',
  'Protocol',
  'Linguistic',
] as const
