import { counted, dollars, duration, measure } from '../terminal/figures.ts'
import type { Style } from '../terminal/style.ts'
import { cutTo, padTo, widthOf } from '../terminal/width.ts'
import type { RunView, Spent, Voice } from './run-view.ts'

const SIGNS: Record<Voice['state'], [sign: string, colour: 'yellow' | 'green' | 'red' | 'dim']> = {
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

interface Screen {
  columns: number
  style: Style
  now: number
}

/** A run as lines that fit the width of a terminal: one for each model, then D and what is disputed. */
export function runLines(view: RunView, screen: Screen): string[] {
  const { columns, style } = screen
  const longest = Math.max(0, ...view.voices.map(({ name }) => widthOf(name)))
  const nameColumns = Math.min(longest, Math.floor(columns * 0.4))
  return [
    ...view.voices.map((voice) => voiceLine(voice, nameColumns, screen)),
    ...(view.divergence.length === 0 ? [] : [cutTo(columns, `  ${divergenceText(view)}`)]),
    ...disputedLines(view, (line) => style('yellow', cutTo(columns, `  ${line}`))),
    ...(view.doing === '' ? [] : [style('dim', cutTo(columns, `  ${view.doing}`))]),
  ]
}

function voiceLine(voice: Voice, nameColumns: number, { columns, style, now }: Screen): string {
  const { name, state, said, askedAt, tookMs, costUsd } = voice
  const [sign, colour] = SIGNS[state]
  const isRoomy = columns >= ROOMY
  const time = state === 'spared' ? '' : duration(tookMs ?? now - askedAt)
  const figures = isRoomy
    ? `${padTo(TIME, time, 'left')}${padTo(COST, costUsd === null ? '' : dollars(costUsd), 'left')}`
    : ''
  const sayColumns = Math.max(1, columns - 2 - nameColumns - 2 - (isRoomy ? widthOf(figures) + 1 : 0))
  const words = cutTo(sayColumns, wordsOf(state, said))
  const shown = state === 'answered' ? words : style('dim', words)
  const start = `${style(colour, sign)} ${style('bold', padTo(nameColumns, cutTo(nameColumns, name)))}  `
  return isRoomy ? `${start}${padTo(sayColumns, shown)} ${style('dim', figures)}` : `${start}${shown}`
}

function wordsOf(state: Voice['state'], said: string | null): string {
  if (state === 'spared') return 'not asked'
  return said ?? '…'
}

/** D after each round. */
function divergenceText({ divergence }: Pick<RunView, 'divergence'>): string {
  return `D ${divergence.map(measure).join(' → ')}`
}

function disputedLines({ disputed }: RunView, shown: (line: string) => string): string[] {
  const more = disputed.length - MOST_DISPUTED
  return [
    ...disputed.slice(0, MOST_DISPUTED).map((point) => shown(`disputed: ${point}`)),
    ...(more > 0 ? [shown(`and ${counted(more, 'more disputed point')}`)] : []),
  ]
}

/** What a run has cost so far. */
export function spentText({ calls, costUsd, unpriced }: Spent, voices: Voice[] = []): string {
  const known = `${dollars(costUsd ?? 0)} for ${counted(calls - unpriced, 'call')}`
  if (unpriced === 0) return known
  const names = voices.filter((voice) => voice.tookMs !== null && voice.costUsd === null)
  const whose = names.length === 0 ? '' : ` (${names.map(({ name }) => name).join(', ')})`
  const unknown = `${counted(unpriced, 'call')} of unknown cost${whose}`
  return unpriced === calls ? unknown : `${known}, ${unknown}`
}

/** What an event changed, as lines for a log or a pipe. */
export function plainLines(before: RunView, after: RunView): string[] {
  const hasNewRound = after.divergence.length > before.divergence.length
  return [
    ...after.voices.flatMap((voice, place) => changeOf(before.voices[place], voice)),
    ...(hasNewRound ? [`round ${after.divergence.length}: ${divergenceText(after)}`] : []),
    ...(after.disputed.join() === before.disputed.join() ? [] : disputedLines(after, (line) => line)),
  ]
}

function changeOf(before: Voice | undefined, { name, state, said, tookMs, costUsd }: Voice): string[] {
  if (said === null || said === before?.said) return []
  if (before !== undefined && before.said !== null) return [`${name} now says ${said}`]
  const cost = costUsd === null ? '' : `, ${dollars(costUsd)}`
  return [`${name}: ${state === 'failed' ? 'no answer, ' : ''}${said} (${duration(tookMs ?? 0)}${cost})`]
}
