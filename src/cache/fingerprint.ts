/** A fingerprint with conditions begins with this; others begin with a bracket. */
export const CONDITIONED = '~'

/** Instead of a fingerprint in a filter: any of a result that depends on nothing but its question and its panel. */
export const STANDALONE = '*'

/** Whether a filter covers a fingerprint; null covers any. */
export function coversFingerprint(wanted: string | null, fingerprint: string): boolean {
  if (wanted === STANDALONE) return !fingerprint.startsWith(CONDITIONED)
  return (wanted ?? fingerprint) === fingerprint
}

/** What else a result depends on, each under its name: its conversation, its format, its limits. */
export type Conditions = Record<string, unknown>

/** The part of a request that determines whether another result can answer it. */
export function panelFingerprint(
  panel: {
    models: string[]
    structure: string
    maxIterations: number
    kind: string | null
    writer: string | null
    reader: string | null
    criteria: string | null
    first?: { models: string[]; enough: number; ofAnyKind: boolean }
    samples?: number
  },
  conditions: string | null = null,
): string {
  const { models, structure, maxIterations, kind, writer, reader, criteria, first, samples } = panel
  const stage = first === undefined ? [] : [[...first.models].sort(), first.enough, first.ofAnyKind]
  const drawn = samples === undefined ? [] : [{ samples }]
  const asked = JSON.stringify([
    ...[[...models].sort(), structure, maxIterations, kind, writer, reader, criteria],
    ...stage,
    ...drawn,
  ])
  return conditions === null ? asked : `${CONDITIONED}${conditions} ${asked}`
}

/** A one-way digest of conditions, so that nothing of a conversation is stored; null where there are none. */
export function conditionsDigest(conditions: Conditions, digest: (text: string) => string): string | null {
  const given = Object.entries(conditions)
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return given.length === 0 ? null : digest(JSON.stringify(given))
}
