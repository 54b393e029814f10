import { relationOn } from '../../src/engine/reading/relate.ts'
import { share } from '../share.ts'
import { readSets, strongest } from './observe-panels.ts'
import type { Recording } from './recordings.ts'
import { type Replay, replay } from './replay.ts'
import { byCertainty, byLabels, erring, mergesAll, type SimulatedReader } from './simulated-readers.ts'

const RATES = [0, 0.05, 0.1, 0.2]

const honest = (recording: Recording) =>
  recording.labels ? byLabels(recording.labels) : byCertainty(recording)
const READERS: Record<string, (recording: Recording) => SimulatedReader> = {
  ...Object.fromEntries(
    RATES.map((rate) => [`errs in ${rate * 100}%`, (one: Recording) => erring(honest(one), rate, one.query)]),
  ),
  'merges everything': () => mergesAll,
}

/** `npm run eval -- readers`: what a reader that errs does to the outcome of recorded panels that need one. */
export async function evaluateReaders({ folder, json }: { folder: string; json: boolean }): Promise<void> {
  const rows = []
  for (const set of readSets(folder).filter(([first]) => first!.form !== 'option')) {
    const models = strongest(set)
    for (const [reader, readerFor] of Object.entries(READERS)) {
      const replays: Replay[] = []
      for (const recording of set)
        replays.push(await replay(recording, { models, reader: readerFor(recording) }))
      const isConsensus = ({ outcome }: Replay) => outcome === 'consensus'
      rows.push({
        set: set[0]!.set,
        reader,
        right: share(replays, ({ right }) => right).toFixed(3),
        consensus: share(replays, isConsensus).toFixed(3),
        'wrong consensus': share(replays, (one) => isConsensus(one) && !one.right).toFixed(3),
        'certainly different, merged': replays.filter((one, place) => mergesDifferent(one, set[place]!))
          .length,
      })
    }
  }
  if (json) console.log(JSON.stringify(rows, null, 2))
  else console.table(rows)
}

/** Whether answers that are certainly different are in one group. */
function mergesDifferent({ groups }: Replay, { query, replies }: Recording): boolean {
  const relate = relationOn(query)
  const answers = groups.map((group) => group.map((model) => replies.get(model)!.answer!))
  return answers.some((group) =>
    group.some((one) => group.some((other) => relate(one, other) === 'different')),
  )
}
