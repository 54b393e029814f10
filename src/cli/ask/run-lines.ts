import type { RunProgress, RunSpending, SeatProgress } from '../../client/run-progress.ts'
import { PHASES } from '../../contract/progress-in-words.ts'
import { shortName as shortNameOf } from '../../contract/trust-in-words.ts'
import { cutTo, padTo, widthOf, wrap } from '../terminal/columns.ts'
import { counted, dollars, duration } from '../terminal/figures.ts'
import { harmless, oneLine } from '../terminal/harmless.ts'
import type { Page } from '../terminal/page.ts'

const SIGNS: Record<SeatProgress['state'], [sign: string, colour: 'yellow' | 'green' | 'red' | 'dim']> = {
  asked: ['·', 'yellow'],
  answered: ['✓', 'green'],
  failed: ['✗', 'red'],
  spared: ['–', 'dim'],
}
/** Narrower terminals have no room for times and costs beside the answers. */
const ROOMY = 60
const TIME = 7
const COST = 9
const MOST_DISPUTED = 3
const MOST_WRAPPED = 8_000

interface RunPage extends Page {
  now: number
  rows: number
  /** Whether the run goes no further, although it has no result. */
  isOver?: boolean
}

/** A run as lines that fit a terminal: one for each model, D, what is disputed, and provisional words. */
export function runLines(progress: RunProgress, page: RunPage): string[] {
  const { columns, style, isOver } = page
  const { seats, iterations } = progress
  const longest = Math.max(0, ...seats.map(({ name }) => widthOf(shortName(name))))
  const nameColumns = Math.min(longest, Math.floor(columns * 0.4))
  const doing = isOver ? '' : doingIn(progress)
  const lines = [
    ...seats.map((seat) => seatLine(seat, nameColumns, page)),
    ...(iterations.length === 0 ? [] : [cutTo(columns, `  ${divergenceText(progress)}`)]),
    ...disputedLines(progress, (line) => style('yellow', cutTo(columns, `  ${line}`))),
    ...(doing === '' ? [] : [style('dim', cutTo(columns, `  ${doing}`))]),
  ]
  return [...lines, ...provisionalLines(progress, page, lines.length)]
}

/** The end of the text of one model, as far as it fits below the other lines; nothing once there is an answer. */
function provisionalLines(
  { arriving, firstReplies, result }: RunProgress,
  { columns, style, rows, isOver }: RunPage,
  above: number,
): string[] {
  const hasFailed = (seat: string) =>
    firstReplies.some(({ name, sample, error }) => name === seat && sample === undefined && error !== null)
  const name = Object.keys(arriving).find((one) => !hasFailed(one))
  const room = rows - above - 3
  if (name === undefined || result !== null || isOver || room < 1) return []
  const { text } = arriving[name]!
  // More would take long to wrap. It begins at the same place for a while, so that lines do not jump.
  const begin = Math.floor(Math.max(0, text.length - MOST_WRAPPED) / MOST_WRAPPED) * MOST_WRAPPED
  const words = harmless(text.slice(begin)).replaceAll('\t', '  ')
  const lines = wrap(words, columns - 2).slice(-room)
  return ['', `Provisional, from ${shortName(name)}, while the others are asked:`, '', ...lines].map((line) =>
    style('dim', cutTo(columns, `  ${line}`)),
  )
}

function seatLine(seat: SeatProgress, nameColumns: number, { columns, style, now }: RunPage): string {
  const { state, askedAt, tookMs, costUsd } = seat
  const [sign, colour] = SIGNS[state]
  const isRoomy = columns >= ROOMY
  const time = state === 'spared' ? '' : duration(tookMs ?? now - askedAt)
  const figures = isRoomy
    ? `${padTo(TIME, time, 'left')}${padTo(COST, costUsd === null ? '' : dollars(costUsd), 'left')}`
    : ''
  const sayColumns = Math.max(1, columns - 2 - nameColumns - 2 - (isRoomy ? widthOf(figures) + 1 : 0))
  const words = cutTo(sayColumns, state === 'spared' ? 'not asked' : (wordsOf(seat) ?? '…'))
  const shown = state === 'answered' ? words : style('dim', words)
  const name = padTo(nameColumns, cutTo(nameColumns, shortName(seat.name)))
  const start = `${style(colour, sign)} ${style('bold', name)}  `
  return isRoomy ? `${start}${padTo(sayColumns, shown)} ${style('dim', figures)}` : `${start}${shown}`
}

/** What a model answers in one line, or why it gave no answer; null while it has said nothing. */
function wordsOf({ position, problem }: SeatProgress): string | null {
  const words = position ?? problem
  return words === null ? null : oneLine(words)
}

function doingIn({ current, iterations, firstReplies, writings, result }: RunProgress): string {
  if (result !== null) return ''
  if (current !== null) return `${PHASES[current.phase]} in round ${current.iteration} …`
  const text = writings.at(-1)
  if (text !== undefined) return text.mended ? 'the text was mended …' : 'the text is checked …'
  if (iterations.length > 0) return ''
  return firstReplies.length === 0 ? 'asking …' : 'the other models are asked …'
}

function divergenceText({ iterations }: RunProgress): string {
  return `D ${iterations.map(({ D }) => D.toFixed(2)).join(' → ')}`
}

/** The points on which the panel is divided, or its answers and who gives them if there is more than one. */
function disputedIn({ claims, iterations }: RunProgress): string[] {
  if (claims.length > 0)
    return claims.filter(({ status }) => status === 'disputed').map(({ text }) => oneLine(text))
  const labelled = iterations.at(-1)?.clusters.filter(({ label }) => label !== undefined) ?? []
  if (labelled.length < 2) return []
  return labelled.map(({ answer, models }) => `${oneLine(answer)} (${models.map(shortName).join(', ')})`)
}

function disputedLines(progress: RunProgress, shown: (line: string) => string): string[] {
  const disputed = disputedIn(progress)
  const more = disputed.length - MOST_DISPUTED
  return [
    ...disputed.slice(0, MOST_DISPUTED).map((point) => shown(`disputed: ${point}`)),
    ...(more > 0 ? [shown(`and ${counted(more, 'more disputed point')}`)] : []),
  ]
}

/** What a run has cost so far. */
export function spentText({ calls, costUsd, unpriced }: RunSpending, seats: SeatProgress[] = []): string {
  const known = `${dollars(costUsd ?? 0)} for ${counted(calls - unpriced, 'call')}`
  if (unpriced === 0) return known
  const names = seats.filter((seat) => seat.tookMs !== null && seat.costUsd === null)
  const whose = names.length === 0 ? '' : ` (${names.map(({ name }) => shortName(name)).join(', ')})`
  const unknown = `${counted(unpriced, 'call')} of unknown cost${whose}`
  return unpriced === calls ? unknown : `${known}, ${unknown}`
}

/** What an event changed, as lines for a log or a pipe. */
export function plainLines(before: RunProgress, after: RunProgress): string[] {
  const hasNewRound = after.iterations.length > before.iterations.length
  const hasNewDispute =
    after.result === null &&
    (after.claims !== before.claims || disputedIn(after).join() !== disputedIn(before).join())
  const pages = after.found === before.found ? undefined : after.found?.pages.length
  return [
    ...(pages === undefined ? [] : [`web search: ${counted(pages, 'page')}`]),
    ...after.seats.flatMap((seat, place) => changeOf(before.seats[place], seat)),
    ...(hasNewRound ? [`round ${after.iterations.length}: ${divergenceText(after)}`] : []),
    ...(hasNewDispute ? disputedLines(after, (line) => line) : []),
  ]
}

function changeOf(before: SeatProgress | undefined, seat: SeatProgress): string[] {
  const name = shortName(seat.name)
  const words = wordsOf(seat)
  const earlier = before === undefined ? null : wordsOf(before)
  if (words === null || words === earlier) return []
  if (earlier !== null) return [`${name} now says ${words}`]
  const cost = seat.costUsd === null ? '' : `, ${dollars(seat.costUsd)}`
  const failed = seat.state === 'failed' ? 'no answer, ' : ''
  return [`${name}: ${failed}${words} (${duration(seat.tookMs ?? 0)}${cost})`]
}

const shortName = (name: string) => oneLine(shortNameOf(name))
