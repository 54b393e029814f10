// Fits how likely a claim is true on judged claims of recorded panels, and writes data/claim-support.json.
// Usage: npm run fit-claims -- FOLDER, where FOLDER contains the recorded long answers as .jsonl.gz.
import { writeFileSync } from 'node:fs'
import { claimFiles, readClaimFiles } from './claim-files.ts'
import { fitClaimSupport } from './fit-claim-support.ts'
import { observeClaims } from './observe-claims.ts'
import { openSupportReader } from './support-reader.ts'

const VERSION = '1'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Pass the folder of the recorded long answers: npm run fit-claims -- FOLDER')
  process.exit(2)
}
const read = await openSupportReader()
const { sets } = readClaimFiles(claimFiles(folder))
const observations = (
  await Promise.all([...sets.values()].map((panels) => observeClaims(panels, read)))
).flat()
const content = {
  version: VERSION,
  fitted: `How often claims of recorded panels are true, by how far the texts of the other members support or contradict them (${[...sets.keys()].join('; ')}; every set counts the same); npm run fit-claims`,
  ...fitClaimSupport(observations),
}
writeFileSync(new URL('../../data/claim-support.json', import.meta.url), `${JSON.stringify(content)}\n`)
console.log(`${content.trees.length} trees, ${observations.length} claims, at most ${content.highest}`)
