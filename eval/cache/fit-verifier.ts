// Fits the verifier of questions on labelled pairs and on pairs generated from them, and writes data/same-question.json.
// Usage: npm run fit-verifier -- FOLDER [--to FILE], where FOLDER contains qqp-train.jsonl.gz.
import { writeFileSync } from 'node:fs'
import type { WordTable } from '../../src/cache/same-question/verifier-model.ts'
import { type BoostedTrees, probabilityBy } from '../../src/cache/same-question/verifier-model.ts'
import { VETOES } from '../../src/cache/same-question/vetoes.ts'
import { growBoostedTrees } from '../fitting/boosted-trees.ts'
import { type Case, learnCases } from './fit-verifier-cases.ts'
import { FOLDS } from './fit-verifier-folds.ts'
import { readPairs } from './labelled-pairs.ts'

const VERSION = '1'
const GROWTH = { trees: 200, leaves: 8, rate: 0.08, smallestLeaf: 40 }
/** The maximum shares of different pairs, labelled and generated, that pass the threshold. */
const MOST_FALSE = { labelled: 0.01, made: 0.004 }

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
  for (const one of judged)
    if (one.fold === fold) one.probability = probabilityBy(trees, Object.values(one.signals))
  console.log(`fold ${fold + 1} of ${FOLDS}`)
}
const labelled = judged.filter(({ kind }) => kind === null)
const made = judged.filter(({ kind }) => kind !== null)
const bar = Math.max(barFor(labelled, MOST_FALSE.labelled), barFor(made, MOST_FALSE.made))
const vetoed = labelled.filter(({ vetoes }) => vetoes.length > 0)
const figures = {
  ...hits('labelled', labelled),
  ...hits('made', made),
  'labelled pairs that a veto decides': vetoed.length,
}
console.log({ bar, ...figures })
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
  fitted: `Trees on ${labelled.length} labelled pairs (qqp-train) and ${made.length} pairs made from their questions; the bar is where, by trees that saw neither question, at most ${percent(MOST_FALSE.labelled)} of the labelled pairs that differ pass, and ${percent(MOST_FALSE.made)} of those made to differ; npm run fit-verifier`,
  counts: figures,
  bar,
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
      features: Object.keys(used[0]!.signals),
      rows: used.map((one) => Float32Array.from(Object.values(one.signals))),
      truth: used.map(({ isSame }) => isSame),
      weights: used.map(({ weight }) => weight),
    },
    GROWTH,
  )
}

type Judged = Case & { probability: number }

function isHit({ vetoes, probability }: Judged): boolean {
  return vetoes.length === 0 && probability >= bar
}

/** The lowest probability at which at most a given share of the different pairs pass. */
function barFor(pairs: Judged[], most: number): number {
  const different = pairs.filter(({ isSame }) => !isSame)
  const scores = different.filter(({ vetoes }) => vetoes.length === 0).map(({ probability }) => probability)
  const [least = 0] = scores.sort((one, other) => other - one).slice(Math.floor(most * different.length))
  return Math.ceil((least + 1e-9) * 1e4) / 1e4
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
