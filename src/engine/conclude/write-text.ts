import type { TextFinding } from '../../contract/claims.ts'
import { sentencesOf } from '../../language/sentences.ts'
import type { Run } from '../deliberation.ts'
import { NO_CLAIMS } from '../measure/claims/ledger.ts'
import type { Holder } from '../measure/divergence.ts'
import type { Spiral } from '../measure/spiral.ts'
import { askedOf } from '../panel/asked.ts'
import type { AmendmentBrief, SynthesisBrief } from '../panel/brief.ts'
import { ONE_CALL } from '../panel/budget.ts'
import type { Seat } from '../panel/panel.ts'
import { isSameModel } from '../panel/votes.ts'
import { ruledPoints } from '../prompt/ruled-points.ts'
import { showTexts, textsWithin } from '../prompt/show-texts.ts'
import { ableSeats, askReader, MOST_READERS, readersOf } from '../reader/ask-reader.ts'
import { isQuotedFrom } from '../reader/quotation.ts'
import { readFindings } from '../reader/read-findings.ts'
import { hearWriter } from './hear-writer.ts'
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

/** What came of writing a text. */
export interface Writing {
  spiral: Spiral
  /** Null where no writer succeeded. */
  written: WrittenText | null
  warnings: string[]
  /** Present when the time ended before a writer had succeeded. */
  isLate?: true
}

/** After this many failures the best text of the panel is used. */
export const MOST_WRITERS = 2

/**
 * Lets a writer that sees all texts and rulings write the answer, another seat check it, and the writer mend once what
 * the checker objects to. `holders` come in the order in which they are asked to write.
 */
export async function writeText(run: Run, before: Spiral, holders: Holder[]): Promise<Writing> {
  const { brief, warnings } = briefFor(run, before, holders)
  const seats = withChosen(
    holders.map(({ seat }) => seat),
    run.writer,
  )
  let spiral = before
  let reason = 'No writer succeeded'
  for (const [place, seat] of seats
    .filter(({ isStandIn }) => !isStandIn)
    .slice(0, MOST_WRITERS)
    .entries()) {
    if (run.signal.aborted) break
    if (!run.affords(spiral, ONE_CALL)) {
      reason = 'The budget did not allow a writer'
      break
    }
    const drafted = await hearWriter(run, spiral, seat, brief)
    spiral = drafted.spiral
    if (drafted.reply === null) continue
    const { reply, marker } = drafted
    const notes = (reply.notes ?? []).map(({ code, message }) => `${seat.name} (${code}): ${message}`)
    const draft = { marked: reply.text, marker, seat, attempt: place + 1 }
    return await checkAndMend(run, spiral, { brief, draft, warnings: [...warnings, ...notes] })
  }
  const isLate = run.signal.aborted ? { isLate: true as const } : {}
  return { spiral, written: null, warnings: [...warnings, `${reason}; ${OWN_WORDS}`], ...isLate }
}

const OWN_WORDS = 'the answer is the best text of the panel as its author wrote it, and was not checked.'
const UNCHECKED = 'The text could not be checked by another model.'

/** A text as its writer wrote it. */
interface Draft {
  marked: string
  /** The marker of its marks. */
  marker: string
  seat: Seat
  attempt: number
}

interface Checking {
  brief: SynthesisBrief
  draft: Draft
  warnings: string[]
}

async function checkAndMend(
  run: Run,
  before: Spiral,
  { brief, draft, warnings }: Checking,
): Promise<Writing> {
  const { onEvent } = run.ports
  const { seat, attempt } = draft
  const first = takeMarksOff(draft.marked, draft.marker, brief.points.length)
  onEvent({ type: 'text-written', name: seat.name, attempt, text: first.text, mended: false })
  const unchecked = { ...first, isChecked: false, repaired: [], unsupported: [], kept: [] }
  // A run of one iteration has a map and a writer, and no more.
  if (run.request.maxIterations === 1) return { spiral: before, written: unchecked, warnings }
  const checked = await check(run, before, { brief, text: first.text, writer: seat })
  if (checked.findings === null)
    return { spiral: checked.spiral, written: unchecked, warnings: [...warnings, UNCHECKED] }
  const { findings } = checked
  onEvent({ type: 'text-checked', name: checked.by.name, findings })
  const unsupported = findings.filter(({ problem }) => problem === 'unfounded')
  const objections = findings.filter(({ problem }) => problem !== 'unfounded')
  const isChecked = true
  if (objections.length === 0)
    return {
      spiral: checked.spiral,
      warnings,
      written: { ...first, isChecked, repaired: [], unsupported, kept: [] },
    }
  const mended = await mend(run, checked.spiral, { brief, draft, objections })
  const now = mended.text ?? first
  const stands = (finding: TextFinding) => isKept(finding, first.text, now.text)
  const written = {
    ...now,
    isChecked,
    repaired: objections.filter((one) => !stands(one)),
    unsupported: unsupported.filter(({ quote }) => isQuotedFrom(now.text, quote)),
    kept: objections.filter(stands),
  }
  const outcome = mended.text === null ? 'the text could not be mended' : 'the writer kept it'
  const objected = written.kept.map(
    ({ quote, why }) => `The checker objects to “${quote}”, and ${outcome}: ${why}`,
  )
  return { spiral: mended.spiral, written, warnings: [...warnings, ...objected] }
}

/**
 * Whether a passage still stands as it was: the sentence with the quotation, and of a disputed point also the next one,
 * which may say that it is disputed.
 */
function isKept({ quote, problem }: TextFinding, before: string, now: string): boolean {
  const sentences = sentencesOf(before)
  const place = sentences.findIndex((sentence) => isQuotedFrom(sentence, quote))
  if (place === -1) return isQuotedFrom(now, quote)
  const passage = sentences.slice(place, problem === 'disputed' ? place + 2 : place + 1)
  const start = before.indexOf(passage[0]!)
  const end = before.indexOf(passage.at(-1)!, start) + passage.at(-1)!.length
  const stood = before.slice(start, end)
  // The last sentence of a text goes on if something was added to it.
  return now.includes(stood) && (place + passage.length < sentences.length || now.trimEnd().endsWith(stood))
}

/** Lets a seat that did not write a text say what is wrong with it. */
async function check(
  run: Run,
  before: Spiral,
  { brief, text, writer }: { brief: SynthesisBrief; text: string; writer: Seat },
): Promise<{ spiral: Spiral } & ({ findings: TextFinding[]; by: Seat } | { findings: null })> {
  const able = ableSeats(before).filter((seat) => seat.key !== writer.key)
  const others = able.filter((seat) => !isSameModel(seat, writer))
  // Whoever listed the points has had a say in the text already.
  const [reader] = readersOf(run, before)
  const isReader = (seat: Seat) => reader !== undefined && isSameModel(seat, reader)
  const inOrder = [...others].sort((one, other) => Number(isReader(one)) - Number(isReader(other)))
  const readers = [...inOrder, ...able.filter((seat) => !others.includes(seat))].slice(0, MOST_READERS)
  const { phase: _, ...from } = brief
  const asked = { ...from, phase: 'reading', task: 'check-text', text } as const
  const { reading, spiral, by } = await askReader(run, before, asked, (reply) => readFindings(reply, text), {
    readers,
  })
  return reading === null || by === undefined ? { spiral, findings: null } : { spiral, findings: reading, by }
}

/** Lets the writer mend its text; null where it fails. */
async function mend(
  run: Run,
  before: Spiral,
  { brief, draft, objections }: { brief: SynthesisBrief; draft: Draft; objections: TextFinding[] },
): Promise<{ spiral: Spiral; text: UnmarkedText | null }> {
  if (run.signal.aborted || !run.affords(before, ONE_CALL)) return { spiral: before, text: null }
  const { marked, marker, seat, attempt } = draft
  const told: AmendmentBrief = { ...brief, phase: 'amendment', text: marked, marks: marker, objections }
  const { spiral, reply, marker: tags } = await hearWriter(run, before, seat, told)
  if (reply === null) return { spiral, text: null }
  // A drawn marker occurs nowhere else: whoever takes that of the tags means that of the marks.
  const said = reply.text.replaceAll(tags, marker)
  const begun = withoutAnnouncement(said, marked)
  const text = takeMarksOff(begun, marker, brief.points.length)
  run.ports.onEvent({ type: 'text-written', name: seat.name, attempt, text: text.text, mended: true })
  return { spiral, text }
}

/** A mended text without the line that announces it, if its first line follows unchanged. */
function withoutAnnouncement(mended: string, before: string): string {
  const [announcing, first] = mended.split('\n').filter((line) => line.trim() !== '')
  const isAnnounced = first !== undefined && /[:：]\s*$/u.test(announcing!) && !before.includes(announcing!)
  const begins = before.split('\n').find((line) => line.trim() !== '')
  return isAnnounced && first === begins ? mended.slice(mended.indexOf(first)) : mended
}

function briefFor(
  { request }: Run,
  { ledger = NO_CLAIMS, standings, anchors, date }: Spiral,
  holders: Holder[],
): { brief: SynthesisBrief; warnings: string[] } {
  const points = ruledPoints(
    ledger,
    standings.map(({ seat }) => seat.key),
  )
  const { texts, warnings } = textsWithin(
    holders.map(({ position }) => position.answer),
    JSON.stringify(points).length,
  )
  const asked = { ...askedOf(request), date }
  const shown = showTexts(texts, `${asked.query}|writer`)
  return { brief: { phase: 'synthesis', ...asked, texts: shown, points, anchors }, warnings }
}

/** The seats that may write, the one the caller chose first; no model is asked twice. */
export function withChosen(seats: Seat[], chosen: Seat | null): Seat[] {
  if (chosen === null) return seats
  return [chosen, ...seats.filter((seat) => !isSameModel(seat, chosen))]
}
