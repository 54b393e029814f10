import { readMeasures } from '../../src/adapters/assets/data-files.ts'
import type { Recording } from '../../src/evaluation/recorded/recording.ts'
import {
  type Replay,
  type ReplayOptions,
  replay as replayWith,
} from '../../src/evaluation/recorded/replay.ts'
import { byLabels, nobody } from './simulated-readers.ts'

export type { Replay } from '../../src/evaluation/recorded/replay.ts'

const fitted = readMeasures()

/** Runs one recording through the engine with the shipped calibration, read as it is labelled unless told otherwise. */
export function replay(
  recording: Recording,
  options: Omit<ReplayOptions, keyof typeof fitted> & Partial<typeof fitted>,
): Promise<Replay> {
  const { labels } = recording
  return replayWith(recording, {
    ...fitted,
    reader: labels === undefined ? nobody : byLabels(labels),
    ...options,
  })
}
