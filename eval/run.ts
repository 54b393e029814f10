// `npm run eval`: replays recorded panels through the engine. `npm run eval -- SUBJECT` measures another part.

import { existsSync } from 'node:fs'

/** The default folder of recorded panels and labelled pairs. */
const FOLDER = '../shared/eval'

/** Printed in a clone without the recordings, which are not part of the repository. */
const NO_RECORDINGS = `The recorded panels are not part of this repository, and ${FOLDER} does not exist.
To replay recordings, run: npm run eval -- --recorded FOLDER, or stretto eval --from FILE for your own file.
Running the panels that were written to deceive instead (npm run eval -- attacks).`

/** Each subject loads its own part only when it is asked for. */
const SUBJECTS: Record<string, (flags: string[]) => Promise<void>> = {
  async panels(flags) {
    const folder = flagValues(flags, '--recorded')[0]
    if (folder === undefined && !existsSync(FOLDER)) {
      console.error(NO_RECORDINGS)
      return SUBJECTS.attacks!(flags)
    }
    const { evaluatePanels, printFigures } = await import('./panels/panels.ts')
    const evaluation = await evaluatePanels(folder ?? FOLDER)
    if (flags.includes('--json')) console.log(JSON.stringify(evaluation, null, 2))
    else printFigures(evaluation)
  },
  async attacks(flags) {
    const { evaluateAttacks } = await import('./panels/attacks.ts')
    await evaluateAttacks({
      json: flags.includes('--json'),
      misses: flags.includes('--misses'),
      files: flagValues(flags, '--data'),
    })
  },
  async axioms(flags) {
    const { evaluateAxioms } = await import('./axioms/axioms.ts')
    await evaluateAxioms({ misses: flags.includes('--misses') })
  },
  async cache(flags) {
    const { evaluateCache } = await import('./cache/cache.ts')
    await evaluateCache({
      folder: flagValues(flags, '--data')[0] ?? FOLDER,
      files: flagValues(flags, '--pairs'),
      json: flags.includes('--json'),
      misses: flags.includes('--misses'),
      picture: flagValues(flags, '--picture')[0],
    })
  },
  async checker(flags) {
    const { evaluateChecker } = await import('./texts/checker.ts')
    evaluateChecker(longFlags(flags))
  },
  async code(flags) {
    const { evaluateCode } = await import('./code/code.ts')
    await evaluateCode({
      folder: flagValues(flags, '--recorded')[0] ?? FOLDER,
      json: flags.includes('--json'),
      sets: flagValues(flags, '--set'),
    })
  },
  async contrary() {
    const { evaluateContrary } = await import('./axioms/contrary.ts')
    await evaluateContrary()
  },
  async discussions(flags) {
    const { evaluateDiscussions } = await import('./discussions/discussions.ts')
    evaluateDiscussions({
      folder: flagValues(flags, '--recorded')[0] ?? FOLDER,
      json: flags.includes('--json'),
    })
  },
  async embedding(flags) {
    const { evaluateEmbedding } = await import('./axioms/embedding.ts')
    await evaluateEmbedding({ folder: flagValues(flags, '--data')[0] ?? FOLDER })
  },
  async live(flags) {
    const { evaluateLive } = await import('./live/live.ts')
    await evaluateLive({ json: flags.includes('--json') })
  },
  async long(flags) {
    const { evaluateLong } = await import('./long/long.ts')
    await evaluateLong(longFlags(flags))
  },
  async offline(flags) {
    const { evaluateOffline } = await import('./offline/offline.ts')
    await evaluateOffline({ data: flagValues(flags, '--data')[0], misses: flags.includes('--misses') })
  },
  async stages(flags) {
    const { evaluateStages } = await import('./panels/stages.ts')
    await evaluateStages({
      folder: flagValues(flags, '--recorded')[0] ?? FOLDER,
      json: flags.includes('--json'),
      picture: flagValues(flags, '--picture')[0],
    })
  },
  async strangers(flags) {
    const { evaluateStrangers } = await import('./panels/strangers.ts')
    await evaluateStrangers({
      folder: flagValues(flags, '--recorded')[0] ?? FOLDER,
      json: flags.includes('--json'),
    })
  },
  async support(flags) {
    const { evaluateSupport } = await import('./texts/support.ts')
    evaluateSupport({ json: flags.includes('--json') })
  },
  async texts(flags) {
    const { evaluateTexts } = await import('./live/texts.ts')
    await evaluateTexts({ json: flags.includes('--json') })
  },
  async tools(flags) {
    const { evaluateTools } = await import('./tools/tools.ts')
    evaluateTools({ from: flagValues(flags, '--from')[0], json: flags.includes('--json') })
  },
  async votes(flags) {
    const { evaluateVotes } = await import('./panels/votes.ts')
    await evaluateVotes({
      folder: flagValues(flags, '--recorded')[0] ?? FOLDER,
      json: flags.includes('--json'),
    })
  },
  async readers(flags) {
    const { evaluateReaders } = await import('./panels/readers.ts')
    await evaluateReaders({
      folder: flagValues(flags, '--recorded')[0] ?? FOLDER,
      json: flags.includes('--json'),
    })
  },
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

function longFlags(flags: string[]) {
  return {
    folder: flagValues(flags, '--recorded')[0] ?? `${FOLDER}/long`,
    files: flagValues(flags, '--data'),
    json: flags.includes('--json'),
  }
}

/** The values given for a flag, which may be repeated. */
function flagValues(flags: string[], name: string): string[] {
  return flags.flatMap((flag, index) =>
    flag === name && flags[index + 1] !== undefined ? [flags[index + 1]!] : [],
  )
}
