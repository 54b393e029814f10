// Fits the verifier of questions on labelled pairs and on pairs generated from them, and writes data/same-question.json.
// Usage: npm run fit-verifier -- FOLDER [--to FILE], where FOLDER contains qqp-train.jsonl.gz.
import { writeFileSync } from 'node:fs'
import { SIGNAL_NAMES } from '../../src/cache/same-question/features.ts'
import type { WordTable } from '../../src/cache/same-question/verifier-model.ts'
import { type BoostedTrees, probabilityBy } from '../../src/cache/same-question/verifier-model.ts'
import { VETOES } from '../../src/cache/same-question/vetoes.ts'
import { growBoostedTrees } from '../fitting/boosted-trees.ts'
import { type Case, learnCases } from './fit-verifier-cases.ts'
import { FOLDS } from './fit-verifier-folds.ts'
import { readPairs } from './labelled-pairs.ts'

const VERSION = '1'
const GROWTH = { trees: 200, leaves: 8, rate: 0.08, smallestLeaf: 40 }
/**
 * The maximum shares of different labelled pairs that pass the thresholds, with no words left over and with some, and of
 * generated different pairs. Together they stay below one percent.
 */
const MOST_FALSE = { nothingLeft: 0.0045, somethingLeft: 0.0055, made: 0.004 }
/** Even if no words are left over, “same” must be more likely than not. */
const LEAST_BAR = 0.6

const [folder, ...flags] = process.argv.slice(2)
const target = flagValue('--to') ?? new URL('../../data/same-question.json', import.meta.url)
if (folder === undefined) {
  console.error('Pass the folder of the question pairs: npm run fit-verifier -- FOLDER [--to FILE]')
  process.exit(2)
}
const { cases, words } = learnCases(readPairs(folder, 'qqp-train'))

// Every pair is scored by trees that were trained on neither of its questions.
const judged = cases.map((one) => ({ ...one, probability: 0 }))
for (let fold = 0; fold < FOLDS; fold++) {
  const trees = grow(cases.filter((one) => one.fold !== fold))
  for (const one of judged) if (one.fold === fold) one.probability = probabilityBy(trees, one.features)
  console.log(`fold ${fold + 1} of ${FOLDS}`)
}
const labelled = judged.filter(({ kind }) => kind === null)
const made = judged.filter(({ kind }) => kind !== null)
const bars = {
  nothingLeft: barFor(
    labelled.filter(({ leavesNothing }) => leavesNothing),
    MOST_FALSE.nothingLeft,
  ),
  somethingLeft: Math.max(
    barFor(
      labelled.filter(({ leavesNothing }) => !leavesNothing),
      MOST_FALSE.somethingLeft,
    ),
    barFor(made, MOST_FALSE.made),
  ),
}
const vetoed = labelled.filter(({ vetoes }) => vetoes.length > 0)
const figures = {
  ...hits('labelled', labelled),
  ...hits('made', made),
  'labelled pairs that a veto decides': vetoed.length,
}
console.log({ bars, ...figures })
for (const kind of new Set(made.map((one) => one.kind!))) {
  const of = made.filter((one) => one.kind === kind)
  console.log(
    `  ${of[0]!.isSame ? 'same' : 'different'}, ${kind}: ${share(of, isHit).toFixed(4)} hits of ${of.length}`,
  )
}
const [same, different] = [true, false].map((isSame) => labelled.filter((one) => one.isSame === isSame))
for (const name of Object.keys(VETOES)) {
  const fires = ({ vetoes }: Judged) => vetoes.includes(name)
  console.log(
    `  veto, ${name}: fires on ${share(same!, fires).toFixed(4)} of the same, ${share(different!, fires).toFixed(4)} of the different`,
  )
}
write({
  version: VERSION,
  fitted: `Trees on ${labelled.length} labelled pairs (qqp-train) and ${made.length} pairs made from their questions; the bars are where, by trees that saw neither question, at most ${percent(MOST_FALSE.nothingLeft)} of the labelled pairs that differ pass with nothing left over, ${percent(MOST_FALSE.somethingLeft)} with something, and ${percent(MOST_FALSE.made)} of those made to differ; npm run fit-verifier`,
  counts: figures,
  bars,
  vetoed: rounded(
    Math.min(
      0.5,
      share(vetoed, ({ isSame }) => isSame),
    ),
  ),
  ...grow(cases),
  words: written(words),
})

function flagValue(flag: string): string | undefined {
  return flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : undefined
}

function grow(from: Case[]): BoostedTrees {
  // Vetoed pairs are not needed for the trees.
  const used = from.filter(({ vetoes }) => vetoes.length === 0)
  return growBoostedTrees(
    {
      features: SIGNAL_NAMES,
      rows: used.map((one) => one.features),
      truth: used.map(({ isSame }) => isSame),
      weights: used.map(({ weight }) => weight),
    },
    GROWTH,
  )
}

type Judged = Case & { probability: number }

function isHit({ vetoes, leavesNothing, probability }: Judged): boolean {
  return vetoes.length === 0 && probability >= (leavesNothing ? bars.nothingLeft : bars.somethingLeft)
}

/** The lowest probability at which at most a given share of all different pairs, generated or labelled, pass. */
function barFor(of: Judged[], most: number): number {
  const all = of[0]?.kind === null ? labelled : made
  const scores = of
    .filter(({ isSame, vetoes }) => !isSame && vetoes.length === 0)
    .map(({ probability }) => probability)
  const passing = Math.floor(most * all.filter(({ isSame }) => !isSame).length)
  const [least = 0] = scores.sort((one, other) => other - one).slice(passing)
  return Math.max(LEAST_BAR, Math.ceil((least + 1e-9) * 1e4) / 1e4)
}

function percent(share: number): string {
  return `${Number((100 * share).toPrecision(3))}%`
}

function share(of: Judged[], is: (one: Judged) => boolean): number {
  return of.filter(is).length / Math.max(1, of.length)
}

function hits(name: string, of: Judged[]): Record<string, number> {
  const [same, different] = [true, false].map((isSame) => of.filter((one) => one.isSame === isSame))
  return {
    [`${name}, same`]: same!.length,
    [`${name}, same, found`]: rounded(share(same!, isHit)),
    [`${name}, different`]: different!.length,
    [`${name}, different, passed`]: rounded(share(different!, isHit)),
  }
}

function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

function written({ rarest, rarity, names, alone, instead }: WordTable): object {
  const byNumber = (map: Map<string, number>, separator: string) => {
    const lists = new Map<number, string[]>()
    for (const [word, value] of map) lists.set(value, [...(lists.get(value) ?? []), word])
    return Object.fromEntries(
      [...lists]
        .sort(([one], [other]) => one - other)
        .map(([value, list]) => [value, list.sort().join(separator)]),
    )
  }
  return {
    rarest,
    rarity: byNumber(rarity, ' '),
    names: [...names].sort().join(' '),
    alone: byNumber(alone, ' '),
    instead: byNumber(instead, ', '),
  }
}

function write(content: object): void {
  // Every tree on its own line, so that diffs are readable.
  const text = JSON.stringify(content, null, 2).replace(
    /^( {4})\[\n[\s\S]*?^\1\](,?)$/gm,
    (tree) => `    ${tree.replace(/\s+/g, '')}`,
  )
  writeFileSync(target, `${text}\n`)
}
