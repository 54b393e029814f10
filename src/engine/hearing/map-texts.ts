import { stableShuffle } from '../../utils/stable-hash.ts'
import type { Run } from '../deliberation.ts'
import { NO_POINTS, type Point, type PointList } from '../measure/points.ts'
import { holdsPosition, speakerOf } from '../panel/panel.ts'
import { askedOf, replyLabel, textsWithin } from '../prompt/material.ts'
import { askReader } from '../reader/ask-model.ts'
import { readMap } from '../reader/read-map.ts'

const UNREAD =
  'No model could list the points of the texts, so the models were not asked about them; no agreement was measured.'

/** Lets a reader list the points of the texts, anonymous and shuffled; an empty list where nobody can. */
export async function mapTexts(run: Run): Promise<PointList> {
  const { query } = run.request
  const { standings, date } = run.spiral
  const holders = stableShuffle(standings.filter(holdsPosition), ({ seat }) => seat.key, query)
  const { texts, warnings } = textsWithin(holders.map(({ position }) => position.answer))
  const shown = texts.map((text, place) => ({ label: replyLabel(place), text }))
  const asked = { ...askedOf(run.request), date }
  const brief = { phase: 'reading', task: 'map-texts', ...asked, texts: shown } as const
  const { reading } = await askReader(run, brief, (reply) => readMap(reply, shown), { iteration: 1 })
  if (reading === null) {
    run.warn([UNREAD])
    return NO_POINTS
  }
  run.warn(warnings)
  const keyOf = (label: string) => holders[shown.findIndex((one) => one.label === label)]!.seat.key
  const points = reading.points.map(
    ({ stances, ...point }): Point => ({
      ...point,
      stances: stances.map(({ label, ...stance }) => ({ seat: keyOf(label), ...stance })),
      isExamined: false,
      rulings: [],
      isStruck: false,
    }),
  )
  const voters = Object.fromEntries(standings.map(({ seat }) => [seat.key, speakerOf(seat)]))
  const writers = holders.map(({ seat }) => seat.key)
  return { points, voters, writers }
}
