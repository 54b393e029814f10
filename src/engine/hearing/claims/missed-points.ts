import { type ReadSupport, SUPPORTED } from '../../measure/claims/bearing.ts'
import type { MissedPoint } from '../../measure/claims/ledger.ts'
import { mergeClaims } from '../../measure/claims/merge-claims.ts'
import type { HeardExamination } from './hear-examination.ts'

/**
 * The points that seats missed in the claims they were shown, each once. They do not see the texts: a point that one of
 * them makes is not missing.
 */
export async function missedPoints(
  heard: HeardExamination[],
  texts: string[],
  readSupport: ReadSupport,
): Promise<MissedPoint[]> {
  const named = heard.flatMap(({ hearing }) =>
    (hearing.reply?.missing ?? []).map((text, rank) => ({ seat: hearing.seat.key, text, rank })),
  )
  if (named.length === 0) return []
  const wordings = named.map(({ text }) => text)
  const bearings = await readSupport(wordings, texts)
  const missed = named.filter((_, place) => bearings[place]!.every(({ supports }) => supports < SUPPORTED))
  const alike = await readSupport(
    missed.map(({ text }) => text),
    missed.map(({ text }) => text),
  )
  return mergeClaims(missed, alike).map((group) => ({
    text: group[0]!.text,
    seats: [...new Set(group.map(({ seat }) => seat))],
  }))
}
