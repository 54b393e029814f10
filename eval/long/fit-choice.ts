// Fits the choice among texts on judged panels, and writes data/text-choice.json.
// Usage: npm run fit-choice -- FOLDER, where FOLDER contains the recorded long answers as .jsonl.gz.
import { writeFileSync } from 'node:fs'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import { fitTextChoice, readJudged } from './fit-text-choice.ts'
import { FITTED_ON, longFiles, readJudgedPanels } from './long-sets.ts'

const VERSION = '1'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Pass the folder of the recorded long answers: npm run fit-choice -- FOLDER')
  process.exit(2)
}
const { embed } = await openBuiltinEmbedder()
const panels = longFiles(folder)
  .flatMap(readJudgedPanels)
  .filter(({ set }) => FITTED_ON.includes(set))
const fitted = fitTextChoice(await readJudged(panels, embed))
const content = {
  version: VERSION,
  fitted: `Weights that tell the better of two texts of a panel, on texts that people or tests judged (${FITTED_ON.join(', ')}); npm run fit-choice`,
  ...fitted,
}
writeFileSync(
  new URL('../../data/text-choice.json', import.meta.url),
  `${JSON.stringify(content, null, 2)}\n`,
)
console.log(content)
