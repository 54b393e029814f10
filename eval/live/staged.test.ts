import { beforeAll, describe, expect, it } from 'vitest'
import type { LiveVerdict } from './judge.ts'
import { replayLive } from './live.ts'
import { readLiveQuestions } from './replay.ts'

const questions = new Map(readLiveQuestions('staged').map((question) => [question.id, question]))
let verdicts: LiveVerdict[] = []
beforeAll(async () => {
  // A prompt that differs from what the players were shown fails here.
  verdicts = await replayLive('staged')
}, 120_000)

const of = (reader: string, isSampled: boolean) =>
  verdicts.filter((one) => one.reader === reader && one.id.endsWith(', sampled') === isSampled)
const isMisled = ({ id }: LiveVerdict) => questions.get(id)!.misconception !== null

describe.each(['model-a', 'model-c'])(
  'live panels whose cheap models are asked first, read by %s',
  (reader) => {
    it('are wrong only where both cheap models were told to believe the same mistake', () => {
      const wrong = of(reader, false).filter(({ isFalseConsensus }) => isFalseConsensus)
      expect(wrong.filter((one) => !isMisled(one))).toEqual([])
      expect(wrong, 'a first stage cannot see a mistake that all its models share').toHaveLength(4)
      expect(wrong.every(({ rounds, confidence }) => rounds === 1 && confidence >= 0.9)).toBe(true)
    })

    it('miss no agreement that an observer sees, and answer at least half of the questions with two models', () => {
      const asked = of(reader, false)
      expect(asked).toHaveLength(13)
      expect(asked.filter(({ isMissed }) => isMissed)).toEqual([])
      // Two replies, and at most two readings.
      expect(asked.filter(({ calls }) => calls <= 4).length).toBeGreaterThanOrEqual(7)
    })

    it('that are asked three times each are right even where a first reply was not', () => {
      const asked = of(reader, true)
      expect(asked).toHaveLength(3)
      expect(asked.filter(({ isRight }) => !isRight)).toEqual([])
      expect(asked.filter(isMisled).map(({ id }) => id)).toContain('c-fence-posts, sampled')
    })
  },
)
