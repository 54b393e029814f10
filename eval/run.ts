// `npm run eval`: replays recorded panels through the engine. `npm run eval -- SUBJECT` measures another part.

import { existsSync } from 'node:fs'
import { evaluateAxioms } from './axioms/axioms.ts'
import { evaluateEmbedding } from './axioms/embedding.ts'
import { evaluateCache } from './cache/cache.ts'
import { evaluateClaims } from './claims/claims.ts'
import { evaluateKinds } from './kinds/kinds.ts'
import { evaluateLong } from './long/long.ts'
import { evaluateOffline } from './offline/offline.ts'
import { evaluateAttacks } from './panels/attacks.ts'
import { evaluatePanels, printFigures } from './panels/panels.ts'
import { evaluateSpiral } from './panels/spiral.ts'

/** The default folder of recorded panels and labelled pairs. */
const FOLDER = '../shared/eval'

/** Printed in a clone without the recordings, which are not part of the repository. */
const NO_RECORDINGS = `The recorded panels are not part of this repository, and ${FOLDER} does not exist.
To replay recordings, run: npm run eval -- --recorded FOLDER, or npm run eval -- --data FILE for your own file.
Running the simulated panels instead (npm run eval -- spiral).`

const SUBJECTS: Record<string, (flags: string[]) => Promise<void>> = {
  async panels(flags) {
    const folder = flagValues(flags, '--recorded')[0]
    const files = flagValues(flags, '--data')
    const json = flags.includes('--json')
    if (folder === undefined && files.length === 0 && !existsSync(FOLDER)) {
      console.error(NO_RECORDINGS)
      return evaluateSpiral({ json })
    }
    const all = await evaluatePanels({ files, folder: folder ?? FOLDER })
    if (json) console.log(JSON.stringify(all, null, 2))
    else all.forEach(printFigures)
  },
  attacks: (flags) =>
    evaluateAttacks({
      json: flags.includes('--json'),
      misses: flags.includes('--misses'),
      files: flagValues(flags, '--data'),
    }),
  axioms: (flags) => evaluateAxioms({ misses: flags.includes('--misses') }),
  cache: (flags) =>
    evaluateCache({
      folder: flagValues(flags, '--data')[0] ?? FOLDER,
      files: flagValues(flags, '--pairs'),
      json: flags.includes('--json'),
      misses: flags.includes('--misses'),
      picture: flagValues(flags, '--picture')[0],
    }),
  claims: (flags) =>
    evaluateClaims({
      folder: flagValues(flags, '--recorded')[0] ?? `${FOLDER}/long`,
      files: flagValues(flags, '--data'),
      json: flags.includes('--json'),
    }),
  embedding: (flags) => evaluateEmbedding({ folder: flagValues(flags, '--data')[0] ?? FOLDER }),
  long: (flags) =>
    evaluateLong({
      folder: flagValues(flags, '--recorded')[0] ?? `${FOLDER}/long`,
      files: flagValues(flags, '--data'),
      json: flags.includes('--json'),
    }),
  kinds: (flags) =>
    evaluateKinds({
      files: flagValues(flags, '--data'),
      json: flags.includes('--json'),
      misses: flags.includes('--misses'),
    }),
  offline: (flags) =>
    evaluateOffline({ data: flagValues(flags, '--data')[0], misses: flags.includes('--misses') }),
  spiral: (flags) => evaluateSpiral({ json: flags.includes('--json') }),
}

const [first, ...rest] = process.argv.slice(2)
const isFlag = first === undefined || first.startsWith('--')
const subject = isFlag ? 'panels' : first
const flags = isFlag ? process.argv.slice(2) : rest
const evaluate = SUBJECTS[subject]
if (evaluate === undefined) {
  console.error(`Unknown subject ${subject}. Choose one of: ${Object.keys(SUBJECTS).join(', ')}.`)
  process.exit(2)
}
try {
  await evaluate(flags)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** The values given for a flag, which may be repeated. */
function flagValues(flags: string[], name: string): string[] {
  return flags.flatMap((flag, index) =>
    flag === name && flags[index + 1] !== undefined ? [flags[index + 1]!] : [],
  )
}
