// Fits the confidence of closed answers and the support of facts on recorded panels and writes data/calibration.json.
// Usage: npm run calibrate -- FOLDER, where FOLDER contains the recorded sets.
import { writeFileSync } from 'node:fs'
import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import { fitPersuaded } from '../discussions/discussions.ts'
import { fitSupport } from '../texts/fit-support.ts'
import { readPoints } from '../texts/recorded-points.ts'
import { fitConfidence } from './fit-confidence.ts'
import { familiesIn, fitStrangers, observeFitted, observeUnseen } from './strangers.ts'
import { fitWeighedOn } from './votes.ts'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Pass the folder of the recorded panels: npm run calibrate -- FOLDER')
  process.exit(2)
}
const observed = await observeFitted(folder)
const curve = {
  version: '10',
  fitted:
    'One logistic curve on the first replies of panels of two models up to five, drawn from the five strongest of each recorded set, every set weighing the same; npm run calibrate',
  ...fitConfidence(observed),
  families: familiesIn(observed),
  strangers: fitStrangers(await observeUnseen(folder, observed)),
  weighed: await fitWeighedOn(folder),
  // Fitted on other recordings: npm run eval -- tools, npm run eval -- code
  calls: readMeasures().calibration.calls,
  code: readMeasures().calibration.code,
  facts: fitSupport(readPoints()),
}
const calibration = { ...curve, persuaded: fitPersuaded(folder, { ...curve, persuaded: 0 }) }
writeFileSync(
  new URL('../../data/calibration.json', import.meta.url),
  `${JSON.stringify(calibration, null, 2)}\n`,
)
console.log(calibration)
