import type { Ending } from '../contract/deliberation.ts'
import { stableShuffle } from '../utils/stable-hash.ts'
import { concludeOpen } from './conclude/conclude-open.ts'
import { writeText } from './conclude/write-text.ts'
import type { Run } from './deliberation.ts'
import { roundOf } from './hearing/hear-panel.ts'
import {
  type ClaimIteration,
  claimEntry,
  disputesOn,
  type HeardOnPoints,
  hearDispute,
  hearExamination,
  textsIn,
} from './hearing/hear-points.ts'
import { comparedEntry, hadQuorum, meetsQuorum } from './hearing/hearing.ts'
import { chooseText } from './measure/choose-text.ts'
import {
  agreesOnClaims,
  countPoints,
  divergenceOnClaims,
  residualsOnClaims,
  strikePoints,
} from './measure/dispute.ts'
import { isSaidByAll, NO_POINTS, type Point, type PointList } from './measure/points.ts'
import { type Holder, holdsPosition, keysOf, speakerOf, withResiduals } from './panel/panel.ts'
import { NEVER_MADE } from './panel/usage.ts'
import { askedOf, replyLabel, textsWithin } from './prompt/material.ts'
import { askReader } from './reader/ask-model.ts'
import { readMap } from './reader/read-map.ts'
import {
  beginIteration,
  endingAfter,
  endingWithoutQuorum,
  endWith,
  publish,
  type Rounds,
  seatsToAsk,
} from './run.ts'

/** The calls kept for the final text: its writer and its checker. */
const WRITING = 2
/** The iteration in which disputed points are put to both sides once more; there is no other. */
const EXCHANGE = 3

/**
 * Open questions: every seat writes a whole text alone. A reader lists their points, every seat rules on them, and
 * disputed points go back once to both sides. A writer that sees everything writes the answer, another seat checks it, and
 * what is rightly objected to is mended once.
 */
export const open: Rounds = {
  first: readClaims,
  later: (run) => (run.spiral.entries.length === 1 ? examine(run) : argue(run)),
  async conclude(run) {
    const ranked = await ranking(run, run.spiral.standings.filter(holdsPosition))
    const isWritten = textsOf(ranked).size > 1 && !run.seats.every(({ isStandIn }) => isStandIn)
    return concludeOpen(run, ranked, isWritten ? await writeText(run, ranked) : null)
  },
}

/** Iteration 1: the points of the texts, and how far the texts are apart on them. */
async function readClaims(run: Run): Promise<void> {
  const before = run.spiral
  const holders = before.standings.filter(holdsPosition)
  const isOneText = holders.length > 1 && textsOf(holders).size === 1
  const isReadable = holders.length > 1 && !isOneText
  const missing = isReadable ? whyUnread(run) : null
  const pointList = isReadable && missing === null ? await mapTexts(run) : NO_POINTS
  const keys = keysOf(before.standings)
  const residuals = isOneText
    ? new Map(holders.map(({ seat }) => [seat.key, 0]))
    : residualsOnClaims(pointList, keys)
  const standings = withResiduals(before.standings, residuals)
  const D = isOneText ? 0 : holders.length < 2 ? 1 : divergenceOnClaims(pointList, keys)
  const clusters = textsIn(standings)
  const entry = comparedEntry(before.entries[0]!, standings, { D, D_basis: 'estimated', clusters })
  const { maxIterations, deadline } = run.request
  const { points } = pointList
  const isOneOpinion = points.length > 0 && points.every((point) => isSaidByAll(point, pointList))
  // What texts say by themselves is agreed on only where nobody can be asked about it.
  const isOver = maxIterations === 1 || deadline.aborted
  const ending = endingAfter(run, 1, {
    answering: holders.length,
    isAgreed: isOneText || isOneOpinion || (isOver && agreesOnClaims(pointList, keys)),
    hasMore: points.length > 0,
  })
  await publish(run, {
    entries: [entry],
    standings,
    pointList,
    ending: hadQuorum(entry) ? (missing ?? ending) : 'deadline',
  })
}

function whyUnread(run: Run): Ending | null {
  if (run.signal.aborted) return 'deadline'
  return run.affords(1) ? null : 'budget'
}

/** Iteration 2: every seat rules on the points, at the same time, whatever the structure. */
async function examine(run: Run): Promise<void> {
  if (!run.affords(seatsToAsk(run) + WRITING)) return endUnaffordable(run)
  const asked = await beginIteration(run, 'examination', { disputed: disputedPoints(run) })
  const { heard: said, pointList: judged } = await hearExamination(roundOf(run), asked)
  const hearings = said.map(({ hearing }) => hearing)
  run.spend({ phase: 'examination', iteration: 2 }, hearings)
  if (!meetsQuorum(hearings)) return endWith(run, endingWithoutQuorum(run))
  // Those who hold a point that goes back are heard once more before it is struck, if they can be.
  const keys = keysOf(run.spiral.standings)
  const argued = strikePoints(judged, keys, ({ isCentral }) => !isCentral && !run.request.isThorough)
  const isArgued = endingOn(run, argued) === null
  const pointList = isArgued ? argued : strikePoints(judged, keys, () => true)
  await record(run, { phase: 'examination', said, pointList, anchors: asked.anchors })
}

/** Iteration 3: disputed points go back once to both sides, with the reasons of the other. */
async function argue(run: Run): Promise<void> {
  const { seats, spiral: before } = run
  const known = before.pointList!
  const keys = keysOf(before.standings)
  const round = roundOf(run)
  const concerned = disputesOn(known, keys).flatMap(({ holders, deniers }) => [...holders, ...deniers])
  const calls = seats.filter(({ key }) => concerned.includes(key) && !round.withdrawn.has(key)).length
  if (!run.affords(calls + WRITING)) return endUnaffordable(run)
  const asked = await beginIteration(run, 'dispute', { disputed: disputedPoints(run) })
  const { heard, pointList: argued } = await hearDispute(round, asked)
  const hearings = heard.map(({ hearing }) => hearing)
  run.spend({ phase: 'dispute', iteration: round.iteration }, hearings)
  // Of a seat that nothing was asked nothing is missing.
  const said = seats.map((seat): HeardOnPoints => {
    const own = heard.find(({ hearing }) => hearing.seat.key === seat.key)
    const abstention = round.withdrawn.get(seat.key) ?? null
    return own ?? { hearing: { seat, abstention, call: NEVER_MADE }, rulings: [] }
  })
  const isHeard = meetsQuorum(said.map(({ hearing }) => hearing))
  const pointList = strikePoints(isHeard ? argued : known, keys, () => true)
  if (isHeard) await record(run, { phase: 'dispute', said, pointList, anchors: asked.anchors })
  else run.spiral = { ...run.spiral, pointList, ending: endingWithoutQuorum(run) }
}

function endUnaffordable(run: Run): void {
  const keys = keysOf(run.spiral.standings)
  const pointList = strikePoints(run.spiral.pointList!, keys, ({ isExamined }) => isExamined)
  const ending = agreesOnClaims(pointList, keys) ? 'converged' : 'budget'
  run.spiral = { ...run.spiral, pointList, ending }
}

function disputedPoints({ spiral: { pointList, standings } }: Run): string[] {
  const counted = countPoints(pointList!, keysOf(standings))
  return counted.filter(({ status }) => status === 'disputed').map(({ point }) => point.text)
}

async function record(run: Run, judged: ClaimIteration): Promise<void> {
  const { pointList, anchors } = judged
  const { entries, standings: before } = run.spiral
  const standings = withResiduals(before, residualsOnClaims(pointList, keysOf(before)))
  const entry = claimEntry(entries, standings, judged)
  const ending = endingOn(run, pointList)
  await publish(run, { entries: [...entries, entry], standings, anchors, pointList, ending })
}

/**
 * Why the run ends after the panel was asked about its points, or null when those in dispute are put once more: if a
 * central one is among them, and in a thorough run in any case.
 */
function endingOn(run: Run, pointList: PointList): Ending | null {
  const { entries, standings } = run.spiral
  const { isThorough = false } = run.request
  const keys = keysOf(standings)
  const iteration = entries.length + 1
  const isAgreed = agreesOnClaims(pointList, keys)
  const disputes = disputesOn(pointList, keys)
  const ending = endingAfter(run, iteration, {
    isAgreed: isAgreed && !isThorough,
    hasMore: disputes.some(({ place }) => isThorough || pointList.points[place]!.isCentral),
    moved: iteration < EXCHANGE,
  })
  return isAgreed && ending !== null ? 'converged' : ending
}

/** The holders of texts, the best choice first; a text that was cut off comes after all whole ones. */
async function ranking({ request, ports }: Run, holders: Holder[]): Promise<Holder[]> {
  const texts = holders.map(({ position }) => position.answer)
  const { scores } = await chooseText(request.query, texts, { ...ports, model: request.textChoice })
  const isCut = ({ position }: Holder) => Number(position.isCut ?? false)
  return holders
    .map((holder, index) => ({ holder, score: scores[index]! }))
    .sort((left, right) => isCut(left.holder) - isCut(right.holder) || right.score - left.score)
    .map(({ holder }) => holder)
}

function textsOf(holders: Holder[]): Set<string> {
  return new Set(holders.map(({ position }) => position.answer))
}

const UNREAD =
  'No model could list the points of the texts, so the models were not asked about them; no agreement was measured.'

/** Lets a reader list the points of the texts, anonymous and shuffled; an empty list where nobody can. */
async function mapTexts(run: Run): Promise<PointList> {
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
