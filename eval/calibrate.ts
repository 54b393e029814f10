// Measures how often the panel's answer is right by how many models gave it at first, and writes data/calibration.json.
// Usage: npm run calibrate -- FOLDER, where FOLDER holds evouna-nq, mmlu-pro and svamp as .jsonl.gz.
import { writeFileSync } from 'node:fs'
import { openBuiltinEmbedder } from '../src/adapters/builtin-embedder.ts'
import { agreementOn } from '../src/engine/answer/agreement.ts'
import type { Calibration } from '../src/engine/confidence.ts'
import { surveyLandscape } from '../src/engine/landscape.ts'
import { seatPanel } from '../src/engine/panel.ts'
import { stableShuffle } from '../src/engine/stable-hash.ts'
import { type RecordedPanel, readPanels } from './recorded-panels.ts'

const LARGEST_PANEL = 10
const FEWEST_SAMPLES = 50

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Say where the recorded panels are: npm run calibrate -- FOLDER')
  process.exit(2)
}

const embedder = await openBuiltinEmbedder()

/** Right and all answers, by set, panel size and supporters. */
const tally = new Map<string, { right: number; all: number }>()
const panels = readPanels(folder)
for (const panel of panels) {
  for (let size = 2; size <= Math.min(LARGEST_PANEL, panel.answers.length); size++) {
    const { supporters, right } = await outcomeOf(panel, size)
    const key = `${panel.set}|${size}|${supporters}`
    const cell = tally.get(key) ?? { right: 0, all: 0 }
    tally.set(key, { right: cell.right + (right ? 1 : 0), all: cell.all + 1 })
  }
}

const sets = [...new Set(panels.map(({ set }) => set))]
const calibration: Calibration = { version: '2', by_panel: {}, answers: {}, sets: {} }
for (let size = 2; size <= LARGEST_PANEL; size++) {
  const cells = Array.from({ length: size }, (_, index) => cellOf(size, index + 1))
  calibration.by_panel[size] = monotone(cells.map(({ share }) => share)).map(
    (share) => Math.round(share * 1000) / 1000,
  )
  calibration.answers[size] = cells.map(({ answers }) => answers)
  calibration.sets[size] = sets
    .filter((set) => panels.some((panel) => panel.set === set && panel.answers.length >= size))
    .join(', ')
  console.log(
    `${size} models:`,
    calibration.by_panel[size]?.join('  '),
    ` on ${calibration.answers[size]?.join('  ')} answers`,
  )
}
writeFileSync(
  new URL('../data/calibration.json', import.meta.url),
  `${JSON.stringify(calibration, null, 2)}\n`,
)

/** What a random panel of a size would have answered, how many stood behind it, and whether it was right. */
async function outcomeOf(panel: RecordedPanel, size: number) {
  const drawn = stableShuffle(panel.answers, ({ model }) => model, `${panel.query}|${size}`).slice(0, size)
  const models = drawn.map(({ model }) => ({
    provider: 'openrouter' as const,
    name: model,
    model,
    temperature: 0,
  }))
  const standings = seatPanel(models, panel.query).map((seat) => {
    const answer = drawn.find(({ model }) => model === seat.model)?.answer ?? ''
    return { seat, residual: null, position: { answer, reason: '', claims: [] } }
  })
  const { camps } = await surveyLandscape(standings, agreementOn(panel.query, embedder.embed))
  const winner = camps[0]!
  const right = drawn.find(({ model }) => model === winner.central.seat.model)?.right ?? false
  return { supporters: winner.members.length, right }
}

/**
 * The share of right answers, each set that has enough of them counting the same, all taken together where none
 * has. One right and one wrong answer are added to each count, so that few never look like certainty.
 */
function cellOf(size: number, supporters: number): { share: number; answers: number } {
  const cells = sets.flatMap((set) => tally.get(`${set}|${size}|${supporters}`) ?? [])
  const whole = { right: sum(cells.map(({ right }) => right)), all: sum(cells.map(({ all }) => all)) }
  const ample = cells.filter(({ all }) => all >= FEWEST_SAMPLES)
  const counted = ample.length > 0 ? ample : [whole]
  const share = sum(counted.map(({ right, all }) => (right + 1) / (all + 2))) / counted.length
  return { share, answers: whole.all }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** More support never means less confidence: pools neighbours that say otherwise. */
function monotone(shares: number[]): number[] {
  const pools = shares.map((share) => ({ share, width: 1 }))
  for (let index = 1; index < pools.length; ) {
    const left = pools[index - 1]!
    const right = pools[index]!
    if (left.share <= right.share) index++
    else {
      const width = left.width + right.width
      pools.splice(index - 1, 2, {
        share: (left.share * left.width + right.share * right.width) / width,
        width,
      })
      index = Math.max(1, index - 1)
    }
  }
  return pools.flatMap(({ share, width }) => Array.from({ length: width }, () => share))
}
