// Fits the agreement of free texts and the confidence of panels on recorded panels, and writes data/agreement.json and
// data/calibration.json.
// Usage: npm run calibrate -- FOLDER, where FOLDER contains evouna-nq, mmlu-pro and svamp as .jsonl.gz.
import { writeFileSync } from 'node:fs'
import { openBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import { learnFrom, readRecordedSets } from './learn.ts'
import { FOLDS } from './recordings.ts'

const VERSION = '4'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Pass the folder of the recorded panels: npm run calibrate -- FOLDER')
  process.exit(2)
}
const { embed } = await openBuiltinEmbedder()
const sets = readRecordedSets(folder)
const learned = await learnFrom(sets, embed)

const judged = sets.filter(([first]) => first?.isJudged)
const { agreement, calibration } = learned.shipped()
write('agreement.json', {
  version: VERSION,
  fitted: `Trees that tell whether an answer is right if another is, on pairs of answers that people judged (${names(judged)}); npm run calibrate`,
  ...agreement,
})
write('calibration.json', {
  version: VERSION,
  fitted: `Logistic curves on first-round panels of two models up to all, drawn from the strongest five, from six on the strongest so many (${names(sets)}), each question measured with an agreement fitted without its fifth of the questions (${FOLDS} folds); npm run calibrate`,
  kinds: calibration,
})
console.log(calibration)

function names(of: typeof sets): string {
  return of.map(([first]) => first?.set).join(', ')
}

function write(file: string, content: object): void {
  // Every tree on its own line, so that diffs are readable.
  const text = JSON.stringify(content, null, 2).replace(
    /^( {4})\[\n[\s\S]*?^\1\](,?)$/gm,
    (tree) => `    ${tree.replace(/\s+/g, '')}`,
  )
  writeFileSync(new URL(`../data/${file}`, import.meta.url), `${text}\n`)
}
