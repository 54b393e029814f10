import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promptFor } from '../../src/engine/prompt/prompts.ts'
import { readFindings } from '../../src/engine/reader/read-map.ts'
import { post } from '../live/post.ts'
import { readCheckedTexts } from './checked-texts.ts'
import { CHECKER_FILE, placeOf, type RecordedCheck } from './checker.ts'

// Lets a model check recorded texts through an OpenAI-compatible endpoint, and records where its findings stand:
//   npm run record-checker -- URL MODEL FOLDER
// The texts themselves are not recorded.

const [url, model, folder] = process.argv.slice(2)
if (url === undefined || model === undefined || folder === undefined) {
  console.error('Usage: npm run record-checker -- URL MODEL FOLDER')
  process.exit(2)
}
const seat = { key: model, provider: 'openai', name: model, model, temperature: 0 }
const checks = await Promise.all(
  readCheckedTexts(folder).map(async ({ id, text, brief }): Promise<RecordedCheck> => {
    const { messages } = promptFor(brief)
    const findings = readFindings(await post(url, { seat, messages, brief }), text)
    const placed = findings?.flatMap(({ quote, problem }) => {
      const place = placeOf(quote, text)
      return place === null ? [] : [{ problem, ...place }]
    })
    return { id, model, findings: placed ?? null }
  }),
)
const lines = checks.map((check) => JSON.stringify(check))
writeFileSync(fileURLToPath(CHECKER_FILE), `${lines.join('\n')}\n`)
