/** How two answers relate, as far as that is certain without understanding them. */
export type Relation = 'same' | 'different' | 'unknown'
