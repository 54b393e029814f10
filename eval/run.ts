// `npm run eval -- SUBJECT`: measures the quality of one part of the service and prints a table.
import { evaluateAxioms } from './axioms.ts'
import { evaluateEmbedding } from './embedding.ts'

/** Where the labelled pairs are, unless `--data FOLDER` says otherwise. */
const DATA = '../shared/eval'

const SUBJECTS: Record<string, (flags: string[]) => Promise<void>> = {
  axioms: (flags) => evaluateAxioms({ misses: flags.includes('--misses') }),
  embedding: (flags) => evaluateEmbedding({ folder: flagValue(flags, '--data') ?? DATA }),
}

const [subject = '', ...flags] = process.argv.slice(2)
const evaluate = SUBJECTS[subject]
if (evaluate === undefined) {
  console.error(`Say what to measure: npm run eval -- ${Object.keys(SUBJECTS).join(' | ')}`)
  process.exit(2)
}
await evaluate(flags)

function flagValue(flags: string[], name: string): string | undefined {
  const place = flags.indexOf(name)
  return place === -1 ? undefined : flags[place + 1]
}
