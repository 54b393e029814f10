// `npm run fit-kinds`: fits data/question-kind.json to all labelled questions.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assetFolders } from '../../src/adapters/assets/package-folder.ts'
import { fitKinds, LEAST_CLOSED, readQuestions } from './learn-kinds.ts'

const questions = readQuestions()
const { weights, scale, buckets } = fitKinds(questions)
const file = {
  version: '1',
  fitted: `npm run fit-kinds on ${questions.length} labelled questions in eval/kinds`,
  buckets,
  scale,
  leastClosed: LEAST_CLOSED,
  weights: Object.fromEntries(
    Object.entries(weights).map(([kind, of]) => [kind, Buffer.from(of.buffer).toString('base64')]),
  ),
}
writeFileSync(join(assetFolders().data, 'question-kind.json'), `${JSON.stringify(file, null, 2)}\n`)
console.log(file.fitted)
