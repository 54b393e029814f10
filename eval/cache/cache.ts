import { writeFileSync } from 'node:fs'
import { readSameQuestion } from '../../src/adapters/assets/data-files.ts'
import {
  createQuestionVerifier,
  type QuestionVerifier,
} from '../../src/cache/same-question/create-question-verifier.ts'
import { dotProduct } from '../../src/vectors/cosine.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { atFalseHits, type HitFigures, hitFigures, precisionCurve, type Verdict } from './cache-figures.ts'
import { drawCurves } from './cache-picture.ts'
import { type AskedPair, knownSets, type PairSet, readPairFile } from './cache-sets.ts'

interface CacheRun {
  /** Where the labelled sets are. */
  folder: string
  /** Further files of pairs. */
  files: string[]
  json: boolean
  misses: boolean
  /** The file to draw precision against recall in. */
  picture: string | undefined
}

/** The figures of the verifier and of plain cosine on a set. */
interface SetFigures {
  set: string
  verifier: HitFigures
  /** Cosine thresholds with as many false hits as the verifier, and with one percent. */
  cosine: HitFigures
  cosineAtOnePercent: HitFigures
  /** Milliseconds per pair. */
  milliseconds: number
}

/** Measures the verifier of the cache on labelled pairs, compared with plain cosine. */
export async function evaluateCache({ folder, files, json, misses, picture }: CacheRun): Promise<void> {
  const embedder = await openBuiltinEmbedder()
  const model = readSameQuestion()
  const verify = createQuestionVerifier(model)
  const cosines = async (pairs: AskedPair[]) => {
    const [left, right] = [
      await embedder.embed(pairs.map((pair) => pair.left)),
      await embedder.embed(pairs.map((pair) => pair.right)),
    ]
    return left.map((vector, index) => dotProduct(vector, right[index]!))
  }
  const sets: PairSet[] = [
    ...knownSets(folder),
    ...files.map((file) => ({ name: file, pairs: readPairFile(file) })),
  ]
  const figures: SetFigures[] = []
  for (const { name, pairs } of sets) {
    const started = performance.now()
    const verdicts = verdictsOf(verify, pairs, misses ? (line) => console.log(`${name}: ${line}`) : () => {})
    const milliseconds = (performance.now() - started) / Math.max(1, pairs.length)
    const byCosine = (await cosines(pairs)).map(
      (score, index): Verdict => ({ score, isHit: false, isSame: pairs[index]!.isSame }),
    )
    const found = hitFigures(verdicts)
    figures.push({
      set: name,
      verifier: found,
      cosine: hitFigures(atFalseHits(byCosine, found.falseHits)),
      cosineAtOnePercent: hitFigures(atFalseHits(byCosine, 0.01)),
      milliseconds,
    })
    if (picture !== undefined && name === 'qqp-dev') {
      writeFileSync(
        picture,
        drawCurves({ verifier: precisionCurve(verdicts), cosine: precisionCurve(byCosine), bar: found }),
      )
    }
  }
  if (json) console.log(JSON.stringify({ bar: model.bar, sets: figures }, null, 2))
  else print(figures, model.bar)
}

function verdictsOf(verify: QuestionVerifier, pairs: AskedPair[], report: (line: string) => void): Verdict[] {
  const verdicts: Verdict[] = []
  for (const { left, right, isSame } of pairs) {
    const { same, probability, differences } = verify(left, right)
    // For the curve, vetoed pairs rank below all others.
    verdicts.push({ score: differences.length > 0 ? probability - 1 : probability, isHit: same, isSame })
    if (same !== isSame)
      report(
        `${isSame ? 'missed' : 'FALSE'} ${probability.toFixed(3)} ${left} | ${right}${differences.map((one) => ` (${one})`).join('')}`,
      )
  }
  return verdicts
}

function print(figures: SetFigures[], bar: number): void {
  const percent = (value: number | null) => (value === null ? '–' : `${(100 * value).toFixed(2)}%`)
  console.log(`A hit needs no veto, and a probability of ${bar}.`)
  console.table(
    Object.fromEntries(
      figures.map(({ set, verifier, cosine, cosineAtOnePercent, milliseconds }) => [
        set,
        {
          pairs: verifier.pairs,
          'false hits': percent(verifier.falseHits),
          recall: percent(verifier.recall),
          precision: percent(verifier.precision),
          'recall of cosine at the same rate': percent(cosine.recall),
          'at 1%': percent(cosineAtOnePercent.recall),
          'ms per pair': milliseconds.toFixed(2),
        },
      ]),
    ),
  )
}
