import { join } from 'node:path'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { readJsonLines } from '../json-lines.ts'

interface RecordedBiography {
  question: string
  topic: string
  answers: Record<string, string>
  claims: Record<string, Array<{ text: string; label: string }>>
}

/** Three recorded texts on one person, and the claims in them with a verdict. */
export interface Biography {
  query: string
  texts: string[]
  claims: Array<{ text: string; isTrue: boolean }>
}

const BIOGRAPHIES = 42
const TEXTS = 3
/** A text with fewer claims says that its author does not know the person. */
const FEWEST_CLAIMS = 6

/** Recorded biographies with texts of three models each, drawn by their question. */
export function readBiographies(folder: string): Biography[] {
  const rows = readJsonLines<RecordedBiography>(join(folder, 'factscore_12lm.jsonl.gz'))
  const known = rows.flatMap(({ question, answers, claims }) => {
    const models = Object.keys(answers).filter((model) => (claims[model]?.length ?? 0) >= FEWEST_CLAIMS)
    const drawn = stableShuffle(models, (model) => model, question).slice(0, TEXTS)
    if (drawn.length < TEXTS) return []
    const judged = drawn.flatMap((model) => claims[model]!).filter(({ label }) => label !== 'IR')
    return [
      {
        query: question,
        texts: drawn.map((model) => answers[model]!),
        claims: stableShuffle(
          judged.map(({ text, label }) => ({ text, isTrue: label === 'S' })),
          ({ text }) => text,
          question,
        ),
      },
    ]
  })
  return stableShuffle(known, ({ query }) => query, 'biographies').slice(0, BIOGRAPHIES)
}
