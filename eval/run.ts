// `npm run eval`: replays recorded panels through the engine. `npm run eval -- SUBJECT` measures another part.

import { evaluateAxioms } from './axioms/axioms.ts'
import { evaluateEmbedding } from './axioms/embedding.ts'
import { evaluateCache } from './cache/cache.ts'
import { evaluateOffline } from './offline/offline.ts'
import { evaluateAttacks } from './panels/attacks.ts'
import { evaluatePanels, printFigures } from './panels/panels.ts'
import { evaluateSpiral } from './panels/spiral.ts'

/** Where recorded panels and labelled pairs are, unless a flag says otherwise. */
const FOLDER = '../shared/eval'

const SUBJECTS: Record<string, (flags: string[]) => Promise<void>> = {
  async panels(flags) {
    const folder = flagValues(flags, '--recorded')[0] ?? FOLDER
    const all = await evaluatePanels({ files: flagValues(flags, '--data'), folder })
    if (flags.includes('--json')) console.log(JSON.stringify(all, null, 2))
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
  embedding: (flags) => evaluateEmbedding({ folder: flagValues(flags, '--data')[0] ?? FOLDER }),
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
  console.error(
    `There is nothing called ${subject} to measure. Choose one: ${Object.keys(SUBJECTS).join(', ')}.`,
  )
  process.exit(2)
}
try {
  await evaluate(flags)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** What follows each mention of a flag. */
function flagValues(flags: string[], name: string): string[] {
  return flags.flatMap((flag, index) =>
    flag === name && flags[index + 1] !== undefined ? [flags[index + 1]!] : [],
  )
}
