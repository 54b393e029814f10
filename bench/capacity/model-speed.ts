/** How long models take whose ids end in `-slow` and `-slower`; all others answer at once. */
export const MODEL_MS = { slow: 1_000, slower: 5_000 }

export type Speed = keyof typeof MODEL_MS
