import { beforeAll, describe, expect, it } from 'vitest'
import type { Recording } from '../../playground/src/recordings/recording.ts'
import { PAGE_RUNS, pageCards, playPageRuns, readPageRuns, resultOf } from './page-runs.ts'

describe('the recordings of the page', () => {
  const { recordings, cards } = readPageRuns()
  let played: Recording[]
  beforeAll(async () => {
    played = await playPageRuns()
  }, 120_000)

  it.each(PAGE_RUNS.map(({ name }, place) => [name, place] as const))(
    '%s ends as the engine ends it now',
    (_, place) => {
      expect(resultOf(recordings[place]!), 'Run “npm run record-page-runs”.').toEqual(
        resultOf(played[place]!),
      )
    },
  )

  it('have the cards that the page shows', () => {
    expect(cards, 'Run “npm run record-page-runs”.').toEqual(pageCards())
  })
})
