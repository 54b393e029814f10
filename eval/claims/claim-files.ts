import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { longFiles } from '../long/long-sets.ts'
import { type ClaimData, type ClaimPanel, readClaimData } from './claim-sets.ts'

/** The recorded sets that judge claims, sentences or pairs. */
const RECORDED = [
  'factscore_12lm',
  'factscore_human',
  'nli_eval',
  'ragtruth',
  'refchecker',
  'tofueval',
  'wikibio_selfcheck',
]

/** Pairs of short essays that were written for this measurement. */
const ESSAYS = fileURLToPath(new URL('essays.jsonl', import.meta.url))

/** The files of a folder of recorded texts that judge claims, and the essays. */
export function claimFiles(folder: string): string[] {
  return [...longFiles(folder).filter((file) => RECORDED.includes(basename(file).split('.')[0]!)), ESSAYS]
}

/** Everything that files contain, with the panels by set. */
export function readClaimFiles(
  files: string[],
): Omit<ClaimData, 'panels'> & { sets: Map<string, ClaimPanel[]> } {
  const read = files.map(readClaimData)
  const sets = new Map<string, ClaimPanel[]>()
  for (const panel of read.flatMap(({ panels }) => panels))
    sets.set(panel.set, [...(sets.get(panel.set) ?? []), panel])
  return {
    sets,
    pairs: read.flatMap(({ pairs }) => pairs),
    essays: read.flatMap(({ essays }) => essays),
  }
}
