import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAxiomQuestions } from '../eval/axioms/axiom-questions.ts'
import { assetFolders, readAxioms } from '../src/adapters/assets/data-files.ts'
import { openTestLibrary } from '../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../test/support/embedder.ts'

const ROUNDS = 30

/** The median duration of several runs of the same work, in microseconds per item. */
async function microseconds(pieces: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await work()
    times.push(((performance.now() - startedAt) * 1000) / pieces)
  }
  return times.sort((left, right) => left - right)[ROUNDS / 2]!
}

/** Times embedding a question against writing its vector as JSON, and loading the model against reading its file. */
export async function benchEmbedding(): Promise<string[]> {
  const weights = join(assetFolders().embedding, 'weights.bin')
  const reading = await microseconds(1, () => readFile(weights))
  const loading = await microseconds(1, () => openBuiltinEmbedder())
  const embedder = await openBuiltinEmbedder()
  const questions = readAxiomQuestions().map(({ question }) => question)
  const vectors = await embedder.embed(questions)
  const embedding = await microseconds(questions.length, () => embedder.embed(questions))
  const writing = await microseconds(questions.length, async () =>
    vectors.map((vector) => JSON.stringify(Array.from(vector))),
  )
  const library = await openTestLibrary(readAxioms(), embedder)
  const some = questions.slice(0, 40)
  const searching = await microseconds(some.length, async () => {
    for (const text of some) await library.search({ text, topK: 5, minScore: 0.7, levels: null })
  })
  return [
    `a question is embedded in ${embedding.toFixed(0)} µs, ${(embedding / writing).toFixed(2)} times writing its vector as JSON`,
    `the model is loaded in ${(loading / 1000).toFixed(0)} ms, ${(loading / reading).toFixed(1)} times reading its file`,
    `${library.describe().total} axioms are searched in ${(searching / 1000).toFixed(2)} ms, ${(searching / embedding).toFixed(0)} times embedding the question`,
  ]
}
