import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { promptFor } from '../../src/engine/prompt/prompts.ts'
import { readAxiomCases } from './axiom-cases.ts'
import { post } from './post.ts'

// Lets models compare agreed answers with axioms, through an OpenAI-compatible endpoint, and records every call:
//   npm run record-axioms -- URL MODEL …

const [url, ...models] = process.argv.slice(2)
if (url === undefined || models.length === 0) {
  console.error('Usage: npm run record-axioms -- URL MODEL …')
  process.exit(2)
}
const CALLS = fileURLToPath(new URL('axiom-calls.jsonl.gz', import.meta.url))
const cases = await readAxiomCases()
const made = await Promise.all(
  models.flatMap((model) =>
    cases.map(async ({ id, brief }) => {
      const { messages } = promptFor(brief)
      const seat = { key: model, provider: 'openai', name: model, model, temperature: 0 }
      const reply = await post(url, { seat, messages, brief })
      return JSON.stringify({ case: id, model, messages, reply })
    }),
  ),
)
writeFileSync(CALLS, gzipSync(`${made.join('\n')}\n`, { level: 9 }))
