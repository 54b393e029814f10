import { readAxioms } from '../../src/adapters/assets/data-files.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { openTestLibrary } from '../../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { type AxiomQuestion, readAxiomQuestions } from './axiom-questions.ts'

/** Measures axiom search on the questions in `eval/axioms/axiom-questions.jsonl`; `--misses` lists those it fails. */
export async function evaluateAxioms({ misses }: { misses: boolean }): Promise<void> {
  const axioms = readAxioms()
  const levelOf = new Map(axioms.map(({ id, level }) => [id, level]))
  const library = await openTestLibrary(axioms, await openBuiltinEmbedder())
  const search = ({ question }: AxiomQuestion, minScore: number = LIMITS.minScoreDefault) =>
    library.search({ text: question, topK: 5, minScore, levels: null })
  const finds = async (asked: AxiomQuestion, minScore?: number) =>
    (await search(asked, minScore)).findIndex(({ id }) => asked.ids.includes(id))

  const questions = readAxiomQuestions()
  const rows: Record<string, Record<string, string>> = {}
  for (const split of ['dev', 'test'] as const) {
    const about = questions.filter((asked) => asked.split === split && asked.ids.length > 0)
    const elsewhere = questions.filter((asked) => asked.split === split && asked.ids.length === 0)
    const places = await Promise.all(about.map((asked) => finds(asked)))
    const unbounded = await Promise.all(about.map((asked) => finds(asked, 0)))
    const quiet = await Promise.all(elsewhere.map(async (asked) => (await search(asked)).length === 0))
    rows[split] = {
      questions: String(about.length),
      'recall@1': share(places.filter((place) => place === 0).length, about.length),
      'recall@5': share(places.filter((place) => place >= 0).length, about.length),
      'recall@5 without minScore': share(unbounded.filter((place) => place >= 0).length, about.length),
      'off-topic that find nothing': `${quiet.filter(Boolean).length} of ${elsewhere.length}`,
    }
    if (misses) {
      about.forEach((asked, index) => {
        if (places[index] === -1) console.log(`${split} misses ${asked.ids.join(', ')}: ${asked.question}`)
      })
      elsewhere.forEach((asked, index) => {
        if (!quiet[index]) console.log(`${split} finds something for: ${asked.question}`)
      })
    }
  }
  console.table(rows)

  const byLevel: Record<string, Record<string, string>> = {}
  for (const { level, name, count } of library.describe().levels) {
    const about = questions.filter(({ ids: [first = ''] }) => levelOf.get(first) === level)
    const places = await Promise.all(about.map((asked) => finds(asked)))
    byLevel[name] = {
      axioms: String(count),
      questions: String(about.length),
      'recall@5': share(places.filter((place) => place >= 0).length, about.length),
    }
  }
  console.table(byLevel)
}

function share(part: number, whole: number): string {
  return (part / whole).toFixed(3)
}
