import type { ReadSupport } from '../../src/engine/measure/claims/bearing.ts'
import { buildLedger } from '../../src/engine/measure/claims/build-ledger.ts'
import { divergenceOnClaims } from '../../src/engine/measure/claims/dispute.ts'
import { sentencesOf } from '../../src/language/sentences.ts'
import { areaUnderRoc } from '../panels/rankings.ts'
import type { EssayPair } from './claim-sets.ts'

/** How well pairs of essays with a mechanism wrong are told from pairs that agree, as AUROC. */
export interface EssayFigures {
  pairs: number
  /** By the strongest contradiction between a claim of one essay and the text of the other. */
  listed: number
  /** The same with claims made from the sentences. */
  sentences: number
  /** By the divergence that the ledger of the two essays with their listed claims estimates. */
  divergence: number
}

/** The figures of pairs of essays. */
export async function essayFigures(essays: EssayPair[], read: ReadSupport): Promise<EssayFigures> {
  const differ = essays.map(({ agree }) => !agree)
  const [listed, sentences, divergence]: [number[], number[], number[]] = [[], [], []]
  for (const { texts, claims } of essays) {
    listed.push(await strongestContradiction(claims, texts, read))
    const made = texts.map(sentencesOf) as [string[], string[]]
    sentences.push(await strongestContradiction(made, texts, read))
    divergence.push(await estimatedDivergence(claims, texts, read))
  }
  return {
    pairs: essays.length,
    listed: areaUnderRoc(listed, differ),
    sentences: areaUnderRoc(sentences, differ),
    divergence: areaUnderRoc(divergence, differ),
  }
}

async function estimatedDivergence(
  claims: [string[], string[]],
  texts: [string, string],
  readSupport: ReadSupport,
): Promise<number> {
  const keys = ['a', 'b']
  const holders = texts.map((text, index) => ({
    seat: { key: keys[index]!, provider: 'openrouter' as const, model: keys[index]! },
    text,
    claims: claims[index]!,
  }))
  // D does not depend on support.
  return divergenceOnClaims(
    await buildLedger({ holders, readSupport, supportOf: () => 0, pause: async () => {} }),
    keys,
  )
}

async function strongestContradiction(
  claims: [string[], string[]],
  texts: [string, string],
  read: ReadSupport,
): Promise<number> {
  const found = [await read(claims[0], [texts[1]]), await read(claims[1], [texts[0]])]
  return Math.max(0, ...found.flat(2).map(({ contradicts }) => contradicts))
}
