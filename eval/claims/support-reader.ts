import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Bearing, ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { readJsonLines } from '../json-lines.ts'
import { readOverlap } from './overlap-reader.ts'

/** Opens the reader that the service ships. */
export async function openSupportReader(): Promise<ReadSupport> {
  return readOverlap
}

/** A reader that answers with scores that another model gave to pairs of claim and text; other pairs are silent. */
export function scoredReader(folder: string): ReadSupport {
  const scores = new Map<string, Bearing>()
  for (const file of readdirSync(folder).filter((name) => /\.jsonl(?:\.gz)?$/.test(name)))
    for (const { id, supports, contradicts } of readJsonLines<Bearing & { id: string }>(join(folder, file)))
      scores.set(id, { supports, contradicts })
  return async (claims, texts) =>
    claims.map((claim) =>
      texts.map((text) => scores.get(pairId(claim, text)) ?? { supports: 0, contradicts: 0 }),
    )
}

/** Names a pair of claim and text. */
function pairId(claim: string, text: string): string {
  return createHash('sha256').update(`${claim}\u0000${text}`).digest('hex').slice(0, 16)
}
