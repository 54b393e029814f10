import { readFileSync } from 'node:fs'
import { dotProduct } from '../../src/vectors/cosine.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { readPairs } from '../cache/labelled-pairs.ts'
import { averagePrecision, recallAtPrecision, spearman } from '../panels/rankings.ts'

/** The development sets, and whether their ground truth is a score for ranking or a binary label. */
const SETS = { 'stsb-dev': 'score', 'qqp-dev': 'label', 'traps-atis': 'label', 'paws-dev': 'label' } as const

/** Measures the built-in embedding model on labelled pairs, compared with its teacher on the same data. */
export async function evaluateEmbedding({ folder }: { folder: string }): Promise<void> {
  const embedder = await openBuiltinEmbedder()
  const figures = JSON.parse(
    readFileSync(new URL('../../models/embedding/figures.json', import.meta.url), 'utf8'),
  )
  const rows: Record<string, Record<string, string>> = {}
  for (const [set, kind] of Object.entries(SETS)) {
    const pairs = readPairs(folder, set)
    const left = await embedder.embed(pairs.map((pair) => pair.left))
    const right = await embedder.embed(pairs.map((pair) => pair.right))
    const cosines = left.map((vector, index) => dotProduct(vector, right[index]!))
    const truth = pairs.map((pair) => pair.truth)
    const figure = kind === 'score' ? spearman(cosines, truth) : averagePrecision(cosines, truth)
    rows[set] = {
      pairs: String(pairs.length),
      measure: kind === 'score' ? 'Spearman' : 'average precision',
      [embedder.name]: figure.toFixed(3),
      'MiniLM-L6-v2': figures.teacher[set].toFixed(3),
      'recall at 90% precision': kind === 'score' ? '' : recallAtPrecision(cosines, truth, 0.9).toFixed(3),
    }
  }
  console.table(rows)
}
