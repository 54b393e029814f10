// Fits the relevance curve for cosines of the built-in model and writes models/embedding/relevance.json.
// Usage: npm run fit-relevance -- FOLDER, where FOLDER contains qqp-dev.jsonl.gz.
import { writeFileSync } from 'node:fs'
import { readAxioms } from '../../src/adapters/assets/data-files.ts'
import { wordsAsked } from '../../src/axioms/asked-words.ts'
import { embedAxioms } from '../../src/axioms/axiom-vectors.ts'
import { createWordEvidence } from '../../src/axioms/word-evidence.ts'
import { EMBEDDING_DIMENSIONS } from '../../src/contract/limits.ts'
import { dotProduct } from '../../src/vectors/cosine.ts'
import { withoutLock } from '../../src/vectors/embed-stored.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { createMemoryVectorStore } from '../../test/support/memory-vector-store.ts'
import { readPairs } from '../cache/labelled-pairs.ts'
import { fitLogistic, type Observation } from '../fitting/logistic-regression.ts'
import { readAxiomQuestions } from './axiom-questions.ts'

/** Used only to find the nearest axiom before the slope is known. */
const TYPICAL_SLOPE = 10

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Pass the folder of the question pairs: npm run fit-relevance -- FOLDER')
  process.exit(2)
}
const embedder = await openBuiltinEmbedder()

const pairs = readPairs(folder, 'qqp-dev')
const left = await embedder.embed(pairs.map((pair) => pair.left))
const right = await embedder.embed(pairs.map((pair) => pair.right))
const [questionSlope, questionConstant] = fitLogistic(
  pairs.map(({ truth }, index) => ({
    features: [dotProduct(left[index]!, right[index]!)],
    truth: truth === 1,
    weight: 1,
  })),
)

const observations = await observeAxioms()
const [statementSlope, statementConstant] = fitLogistic(observations)

const curves = {
  'question-statement': curve(statementSlope!, statementConstant!),
  'question-question': curve(questionSlope!, questionConstant!),
}
console.log(curves)
writeFileSync(
  new URL('../../models/embedding/relevance.json', import.meta.url),
  `${JSON.stringify(
    {
      fitted: {
        'question-statement': 'eval/axioms/axiom-questions.jsonl, split dev',
        'question-question': `qqp-dev (qqp-train taught the model), ${pairs.length} pairs`,
      },
      ...curves,
    },
    null,
    2,
  )}\n`,
)

/**
 * The axioms that answer a question, and the nearest axiom of each question that none answers. Axioms near an answered
 * question that do not answer it are left out, because many of them are relevant anyway.
 */
async function observeAxioms(): Promise<Observation[]> {
  const axioms = readAxioms()
  const store = createMemoryVectorStore()
  const vectors = await embedAxioms(axioms, { embedder, store, oneAtATime: withoutLock, onProgress() {} })
  const evidenceOf = createWordEvidence(axioms)
  const asked = readAxiomQuestions().filter(({ split }) => split === 'dev')
  const embedded = await embedder.embed(asked.map(({ question }) => question))
  return asked.flatMap(({ question, ids }, index) => {
    const evidence = evidenceOf(wordsAsked(question))
    const all = axioms.map(({ id }, place) => ({
      id,
      cosine: dotProduct(embedded[index]!, vectors, place * EMBEDDING_DIMENSIONS),
      known: evidence[place]!,
    }))
    const strength = ({ cosine, known }: (typeof all)[number]) => TYPICAL_SLOPE * cosine + known
    const [nearest] = all.toSorted((left, right) => strength(right) - strength(left))
    const counted = ids.length > 0 ? all.filter(({ id }) => ids.includes(id)) : [nearest!]
    return counted.map(({ cosine, known }) => ({
      features: [cosine],
      known,
      truth: ids.length > 0,
      weight: 1,
    }))
  })
}

function curve(slope: number, constant: number): { middle: number; slope: number } {
  return { middle: Number((-constant / slope).toFixed(4)), slope: Number(slope.toFixed(3)) }
}
