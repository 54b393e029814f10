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
  /** By the mean of these contradictions. */
  mean: number
  /** By the strongest contradiction of claims made from the sentences. */
  sentences: number
  /** By the divergence that the ledger of the two essays estimates. */
  divergence: number
}

/** The figures of pairs of essays. */
export async function essayFigures(essays: EssayPair[], read: ReadSupport): Promise<EssayFigures> {
  const measured: Array<Omit<EssayFigures, 'pairs'>> = []
  for (const { texts, claims } of essays) {
    const contradictions = await contradictionsOf(claims, texts, read)
    const made = texts.map(sentencesOf) as [string[], string[]]
    measured.push({
      listed: Math.max(0, ...contradictions),
      mean: contradictions.reduce((sum, value) => sum + value, 0) / Math.max(1, contradictions.length),
      sentences: Math.max(0, ...(await contradictionsOf(made, texts, read))),
      divergence: await estimatedDivergence(texts, read),
    })
  }
  const differ = essays.map(({ agree }) => !agree)
  const by = (measure: keyof (typeof measured)[number]) =>
    areaUnderRoc(
      measured.map((pair) => pair[measure]),
      differ,
    )
  return {
    pairs: essays.length,
    listed: by('listed'),
    mean: by('mean'),
    sentences: by('sentences'),
    divergence: by('divergence'),
  }
}

async function estimatedDivergence(texts: [string, string], readSupport: ReadSupport): Promise<number> {
  const keys = ['a', 'b']
  const holders = texts.map((text, index) => ({
    seat: { key: keys[index]!, provider: 'openrouter' as const, model: keys[index]! },
    text,
  }))
  // D does not depend on support.
  return divergenceOnClaims(
    await buildLedger({ holders, readSupport, supportOf: () => 0, pause: async () => {} }),
    keys,
  )
}

async function contradictionsOf(
  claims: [string[], string[]],
  texts: [string, string],
  read: ReadSupport,
): Promise<number[]> {
  const found = [await read(claims[0], [texts[1]]), await read(claims[1], [texts[0]])]
  return found.flat(2).map(({ contradicts }) => contradicts)
}
