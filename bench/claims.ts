import { readOverlap } from '../eval/claims/overlap-reader.ts'
import { readClaimSupport } from '../src/adapters/assets/data-files.ts'
import { readSupportModel } from '../src/adapters/assets/support-model-files.ts'
import { readBuiltinModel } from '../src/adapters/embedders/builtin-embedder.ts'
import { openSupportReader } from '../src/adapters/support-reader/support-reader.ts'
import type { ReadSupport } from '../src/engine/measure/claims/bearing.ts'
import { buildLedger } from '../src/engine/measure/claims/build-ledger.ts'
import { supportOf } from '../src/engine/measure/claims/claim-support.ts'
import { longAnswers } from './long-answers.ts'
import { longestBlock } from './longest-block.ts'
import { percentile } from './percentile.ts'

const MODELS = 5
/** So many claims are read from a text of this length. */
const CLAIMS = 12
const WORDS = 400
const WARM_UP = 3
const RUNS = 15

/** The CPU time of a ledger of 60 claims and five texts of 400 words, compared with reading it by shared words alone. */
export async function benchClaims(): Promise<string[]> {
  const { vocabulary } = await readBuiltinModel()
  const reader = openSupportReader({ model: await readSupportModel(), vocabulary })
  const [model, overlap] = [await timeLedgers(reader.read), await timeLedgers(readOverlap)]
  await reader.close()
  return [
    `${MODELS * CLAIMS} claims, ${MODELS} texts of ${WORDS} words`,
    `  CPU time         p50 ${model.processor.toFixed(0)} ms (target under 400 ms)`,
    `  by shared words  p50 ${overlap.processor.toFixed(0)} ms`,
    `  model / shared words   ${(model.processor / overlap.processor).toFixed(1)} times`,
    `  longest block    ${model.blocked.toFixed(0)} ms (target under 20 ms)`,
  ]
}

async function timeLedgers(readSupport: ReadSupport): Promise<{ processor: number; blocked: number }> {
  const fitted = readClaimSupport()
  const rounds: Array<{ processor: number; blocked: number }> = []
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    const holders = longAnswers('without a block', run, MODELS, WORDS).replies.map((text, place) => ({
      seat: { key: `seat ${place}`, provider: 'openrouter' as const, model: `bench/model-${place}` },
      text,
    }))
    const before = process.cpuUsage()
    const { blocked } = await longestBlock(async () => {
      // The monitor sees a block only after its first turn of the loop.
      await new Promise((resolve) => setTimeout(resolve, 5))
      await buildLedger({
        holders,
        readSupport,
        supportOf: (evidence) => supportOf(evidence, fitted),
        pause: () => new Promise(setImmediate),
      })
    })
    const { user, system } = process.cpuUsage(before)
    rounds.push({ processor: (user + system) / 1000, blocked })
  }
  const warm = rounds.slice(WARM_UP)
  return {
    processor: percentile(
      warm.map(({ processor }) => processor),
      0.5,
    ),
    blocked: Math.max(...warm.map(({ blocked }) => blocked)),
  }
}
