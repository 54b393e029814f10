import type { TextFinding } from '../../contract/claims.ts'
import { sentencesIn } from '../../language/sentences.ts'
import type { Run } from '../deliberation.ts'
import type { WrittenFrom } from '../panel/brief.ts'
import { type Holder, isSameModel, keysOf, type Seat } from '../panel/panel.ts'
import { askedOf, ruledPoints, showTexts, textsWithin } from '../prompt/material.ts'
import { ableSeats, askReader, askWriter, MOST_READERS, readersOf } from '../reader/ask-model.ts'
import { readFindings } from '../reader/read-map.ts'
import { takeMarksOff, type UnmarkedText } from './marks.ts'

/** The final text of an open question, and what became of the objections to it. */
export interface WrittenText extends UnmarkedText {
  /** Whether a seat that did not write it has checked it. */
  isChecked: boolean
  /** What the checker objected to and the writer mended. */
  repaired: TextFinding[]
  /** What none of the texts or documents says, according to the checker. */
  unsupported: TextFinding[]
  /** What the checker objected to and the writer kept. */
  kept: TextFinding[]
}

export interface Writing {
  /** Null where no writer succeeded. */
  written: WrittenText | null
  warnings: string[]
  /** Present when the time ended before a writer had succeeded. */
  isLate?: true
}

/** After this many failures the best text of the panel is used. */
export const MOST_WRITERS = 2
const OWN_WORDS = 'the answer is the best text of the panel as its author wrote it, and was not checked.'
const UNCHECKED = 'The text could not be checked by another model.'

/**
 * Lets a writer that sees all texts and rulings write the answer, another seat check it, and the writer mend once what
 * the checker objects to. `holders` come in the order in which they are asked to write.
 */
export async function writeText(run: Run, holders: Holder[]): Promise<Writing> {
  const { brief, warnings } = briefFor(run, holders)
  const seats = holders.map(({ seat }) => seat)
  const able = withChosen(seats, run.writer).filter(({ isStandIn }) => !isStandIn)
  let reason = 'No writer succeeded'
  for (const [place, seat] of able.slice(0, MOST_WRITERS).entries()) {
    if (run.signal.aborted) break
    if (!run.affords(1)) {
      reason = 'The budget did not allow a writer'
      break
    }
    const { reply, marker } = await askWriter(run, seat, { ...brief, phase: 'synthesis' })
    if (reply === null) continue
    run.author = seat
    const notes = (reply.notes ?? []).map(({ code, message }) => `${seat.name} (${code}): ${message}`)
    const draft = { marked: reply.text, marker, seat, attempt: place + 1 }
    const { written, objected } = await checkAndMend(run, brief, draft)
    return { written, warnings: [...warnings, ...notes, ...objected] }
  }
  const isLate = run.signal.aborted
  return { written: null, warnings: [...warnings, `${reason}; ${OWN_WORDS}`], ...(isLate && { isLate }) }
}

interface MarkedText {
  marked: string
  marker: string
  seat: Seat
  attempt: number
}

/** The text as it is delivered, with warnings about what the checker objects to and still stands. */
async function checkAndMend(
  run: Run,
  brief: WrittenFrom,
  draft: MarkedText,
): Promise<{ written: WrittenText; objected: string[] }> {
  const { onEvent } = run.ports
  const { seat, attempt } = draft
  const first = takeMarksOff(draft.marked, draft.marker, brief.points.length)
  onEvent({ type: 'text-written', name: seat.name, attempt, text: first.text, mended: false })
  const unchecked = { ...first, isChecked: false, repaired: [], unsupported: [], kept: [] }
  // A run of one iteration has a map and a writer, and no more.
  if (run.request.maxIterations === 1) return { written: unchecked, objected: [] }
  const checks = await check(run, { brief, text: first.text, writer: seat })
  if (checks.length === 0) return { written: unchecked, objected: [UNCHECKED] }
  for (const { reading, by } of checks) onEvent({ type: 'text-checked', name: by.name, findings: reading })
  const findings = merged(checks.flatMap(({ reading }) => reading))
  const unsupported = findings.filter(({ problem }) => problem === 'unfounded')
  const objections = findings.filter(({ problem }) => problem !== 'unfounded')
  if (objections.length === 0)
    return { written: { ...unchecked, isChecked: true, unsupported }, objected: [] }
  const mended = await mend(run, { brief, draft, objections })
  const now = mended ?? first
  const stands = (finding: TextFinding) => isKept(finding, first.text, now.text)
  const kept = objections.filter(stands)
  const outcome = mended === null ? 'the text could not be mended' : 'the writer kept it'
  return {
    written: {
      ...now,
      isChecked: true,
      repaired: objections.filter((one) => !stands(one)),
      unsupported: unsupported.filter(({ quote }) => now.text.includes(quote)),
      kept,
    },
    objected: kept.map(({ quote, why }) => `The checker objects to “${quote}”, and ${outcome}: ${why}`),
  }
}

/**
 * Whether a passage still stands as it was; of a disputed point together with the next sentence, which may say that it is
 * disputed. The last sentence of a text goes on if something was added to it.
 */
function isKept({ quote, problem }: TextFinding, before: string, now: string): boolean {
  const start = before.indexOf(quote)
  const following = sentencesIn(before).filter((sentence) => sentence.start >= start + quote.length)
  const next = problem === 'disputed' ? following.shift() : undefined
  const stood = before.slice(start, next?.end ?? start + quote.length)
  return now.includes(stood) && (following.length > 0 || now.trimEnd().endsWith(stood))
}

/** What checkers found, each once: two may object to the same passage. */
function merged(findings: TextFinding[]): TextFinding[] {
  const isSame = (one: TextFinding, other: TextFinding) =>
    one.quote === other.quote && one.problem === other.problem
  return findings.filter((one, place) => findings.findIndex((other) => isSame(one, other)) === place)
}

/**
 * Lets a seat that did not write a text say what is wrong with it, or another one where that fails; in a thorough run both
 * of them at once.
 */
async function check(
  run: Run,
  { brief, text, writer }: { brief: WrittenFrom; text: string; writer: Seat },
): Promise<Array<{ reading: TextFinding[]; by: Seat }>> {
  const able = ableSeats(run).filter((seat) => seat.key !== writer.key)
  const others = able.filter((seat) => !isSameModel(seat, writer))
  // Whoever listed the points has had a say in the text already.
  const [reader] = readersOf(run)
  const isReader = (seat: Seat) => reader !== undefined && isSameModel(seat, reader)
  const inOrder = [...others].sort((one, other) => Number(isReader(one)) - Number(isReader(other)))
  const readers = [...inOrder, ...able.filter((seat) => !others.includes(seat))].slice(0, MOST_READERS)
  const asked = { ...brief, phase: 'reading', task: 'check-text', text } as const
  const checkers =
    run.request.isThorough && run.affords(readers.length) ? readers.map((one) => [one]) : [readers]
  const checks = await Promise.all(
    checkers.map((those) => askReader(run, asked, (reply) => readFindings(reply, text), { readers: those })),
  )
  return checks.flatMap((one) => (one.reading === null ? [] : [one]))
}

async function mend(
  run: Run,
  { brief, draft, objections }: { brief: WrittenFrom; draft: MarkedText; objections: TextFinding[] },
): Promise<UnmarkedText | null> {
  if (run.signal.aborted || !run.affords(1)) return null
  const { marked, marker, seat, attempt } = draft
  const told = { ...brief, phase: 'amendment', text: marked, marks: marker, objections } as const
  const { reply, marker: tags } = await askWriter(run, seat, told)
  if (reply === null) return null
  // A drawn marker occurs nowhere else: whoever takes that of the tags means that of the marks.
  const written = withoutAnnouncement(reply.text.replaceAll(tags, marker), marked)
  const mended = takeMarksOff(written, marker, brief.points.length)
  run.ports.onEvent({ type: 'text-written', name: seat.name, attempt, text: mended.text, mended: true })
  return mended
}

/** A mended text without the line that announces it, if its first line follows unchanged. */
function withoutAnnouncement(mended: string, before: string): string {
  const [announcing, first] = mended.split('\n').filter((line) => line.trim() !== '')
  const isAnnounced = first !== undefined && /[:：]\s*$/u.test(announcing!) && !before.includes(announcing!)
  const begins = before.split('\n').find((line) => line.trim() !== '')
  return isAnnounced && first === begins ? mended.slice(mended.indexOf(first)) : mended
}

function briefFor(
  { request, spiral: { pointList, standings, anchors, date } }: Run,
  holders: Holder[],
): { brief: WrittenFrom; warnings: string[] } {
  const points = ruledPoints(pointList!, keysOf(standings))
  const whole = holders.map(({ position }) => position.answer)
  const { texts, warnings } = textsWithin(whole, JSON.stringify(points).length)
  const shown = showTexts(texts, `${request.query}|writer`)
  return {
    brief: { ...askedOf(request), date, texts: shown, points, anchors },
    warnings,
  }
}

/** The seats that may write, the one the caller chose first; no model is asked twice. */
export function withChosen(seats: Seat[], chosen: Seat | null): Seat[] {
  if (chosen === null) return seats
  return [chosen, ...seats.filter((seat) => !isSameModel(seat, chosen))]
}
