import type { Anchor } from '../../contract/axiom.ts'
import type { DeliberationEvent } from '../deliberation.ts'
import type { ReadSupport } from '../measure/claims/bearing.ts'
import { statusesOf } from '../measure/claims/dispute.ts'
import type { Ledger } from '../measure/claims/ledger.ts'
import type { Holder } from '../measure/landscape.ts'
import { type Asked, textsAsked } from '../panel/asked.ts'
import type { SynthesisBrief } from '../panel/brief.ts'
import type { CallCost } from '../panel/call-cost.ts'
import { type AskModel, type ModelCall, ModelFailure, type Prompt } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { promptFor } from '../prompt/prompts.ts'
import { showLedger } from '../prompt/show-ledger.ts'
import { showTexts } from '../prompt/show-texts.ts'
import { textsWithin } from '../prompt/texts-within.ts'
import { type ParsedReply, readReply } from '../reading/reply/read-reply.ts'
import { proseSentences } from '../reading/text/prose-sentences.ts'
import { afterReleased } from './check-text/after-released.ts'
import { createTextChecker, type TextSources } from './check-text/check-text.ts'
import { describeFault, type TextFault } from './check-text/find-faults.ts'
import { isCounted, type ReadSentence, readSentences } from './check-text/read-sentences.ts'
import { createTextRelease } from './check-text/release-text.ts'
import { ownText } from './own-text.ts'
import { withChosen } from './with-chosen.ts'

/** What a writer writes from. */
interface Synthesis {
  asked: Asked
  anchors: Anchor[]
  /** Those who hold a text, the best choice first. */
  holders: Holder[]
  ledger: Ledger
  /** The keys of the whole panel. */
  seats: string[]
  writer: Seat | null
  iteration: number
  ask: AskModel
  readSupport: ReadSupport
  pause: () => Promise<void>
  /** Whether the budget allows another writer after these calls. */
  affords: (calls: Synthesised['calls']) => boolean
  signal: AbortSignal
  onEvent: (event: DeliberationEvent) => void
  /**
   * Takes the text of the writer part by part, each as soon as it was checked; what it took is never changed. Absent
   * where only the whole text is wanted.
   */
  onAccepted?: (text: string) => void
}

/** The final text of an open question, and what was spent on it. */
export interface Synthesised {
  /** Null when nobody wrote a text. */
  text: string | null
  /** Its sentences that state something, and how they relate to the ledger. */
  sentences: ReadSentence[]
  calls: Array<{ call: CallCost | null }>
  warnings: string[]
  /** Present when the text ends early: its beginning had been released when the rest of it was refused. */
  isIncomplete?: true
  /** Present when the time ended before a writer had succeeded. */
  isLate?: true
}

/** After this many failures the best text of the panel is used. */
export const MOST_WRITERS = 2
const MOST_REFUSALS = 3

/**
 * Lets a writer that sees all texts and the ledger write the answer to an open question. What it wrote is read sentence
 * by sentence; if it fails, a second writer is told why, and after that the best text of the panel is the answer.
 */
export async function synthesise(synthesis: Synthesis): Promise<Synthesised> {
  const { holders, signal, onEvent } = synthesis
  const distinct = new Set(holders.map(({ position }) => position.answer))
  if (distinct.size < 2) return { ...(await ownWords(synthesis)), calls: [] }
  const { brief, warnings } = briefFor(synthesis)
  const calls: Synthesised['calls'] = []
  const seats = withChosen(
    holders.map(({ seat }) => seat),
    synthesis.writer,
  )
  const written = { text: '', sentences: [] as ReadSentence[] }
  let refused: TextFault[] = []
  let reason = 'No writer succeeded'
  for (const [place, seat] of seats.slice(0, MOST_WRITERS).entries()) {
    if (signal.aborted) break
    if (!synthesis.affords(calls)) {
      reason = `The budget did not allow ${calls.length === 0 ? 'a' : 'another'} writer`
      break
    }
    const released = written.text === '' ? {} : { released: written.text }
    const told = { ...brief, refused: refused.map(describeFault), ...released }
    const writing = { name: seat.name, attempt: place + 1 }
    const { call, reply, checked } = await hearWriter(seat, told, synthesis, (text) =>
      onEvent({ type: 'text-written', ...writing, text }),
    )
    calls.push({ call })
    written.text = joined(written.text, checked.text)
    written.sentences.push(...checked.sentences)
    if (reply !== null && checked.isWhole) {
      const noted = (reply.notes ?? []).map(({ code, message }) => `${seat.name} (${code}): ${message}`)
      return { ...written, calls, warnings: [...warnings, ...noted] }
    }
    if (checked.faults.length === 0) continue
    refused = checked.faults
    onEvent({ type: 'text-refused', ...writing, reasons: refused.map(describeFault) })
  }
  const refusals = refused.map((fault) => `The text of a writer was refused: ${describeFault(fault)}`)
  const told = refusals.slice(0, MOST_REFUSALS)
  const spent = { calls, ...(signal.aborted && { isLate: true as const }) }
  if (written.text !== '')
    return { ...written, ...spent, warnings: [...warnings, ENDS_EARLY, ...told], isIncomplete: true }
  const own = await ownWords(synthesis)
  return { ...own, ...spent, warnings: [...warnings, `${reason}; ${OWN_WORDS}`, ...told, ...own.warnings] }
}

const ENDS_EARLY =
  'The answer ends early: its beginning had been delivered when the rest of the text was refused or its writer failed.'
const OWN_WORDS = 'the answer is the best text of the panel as its author wrote it, and was not checked.'

/** Asks a writer and checks its text: as it arrives if somebody wants it then, otherwise at its end. */
async function hearWriter(
  seat: Seat,
  brief: SynthesisBrief,
  synthesis: Synthesis,
  onWritten: (text: string) => void,
) {
  const { onAccepted } = synthesis
  const prompt = promptFor(brief)
  const check = createTextChecker(sourcesOf(synthesis))
  const before = brief.released === undefined ? '' : PARAGRAPH
  const newIn = ({ text }: ParsedReply) => afterReleased(text, brief.released ?? '')
  let hasBegun = false
  const release = createTextRelease({
    check,
    answerIn(text) {
      const read = readWritten({ text }, prompt)
      return read && newIn(read)
    },
    onAccepted(text) {
      onAccepted?.(hasBegun ? text : before + text)
      hasBegun = true
    },
  })
  const { call, reply } = await askWriter(seat, { brief, prompt }, synthesis, onAccepted && release.arrive)
  if (reply !== null) onWritten(reply.text)
  // A writer that adds nothing has not continued the text.
  const added = reply === null ? null : newIn(reply) || null
  return { call, reply, checked: await release.finish(added) }
}

/** What stands between the texts of two writers. */
const PARAGRAPH = '\n\n'

function joined(before: string, after: string): string {
  return before === '' || after === '' ? before + after : before + PARAGRAPH + after
}

/** The reply of a writer; null for one that failed, refused or was cut off, which loses nothing: the texts are there. */
async function askWriter(
  seat: Seat,
  { brief, prompt }: { brief: SynthesisBrief; prompt: Prompt },
  { ask, iteration, signal }: Synthesis,
  onText?: ModelCall['onText'],
) {
  try {
    const { messages } = prompt
    const answered = await ask({ seat, iteration, brief, messages, signal, ...(onText && { onText }) })
    const { text, isCut = false, ...call } = answered
    return { call, reply: readWritten({ text, isCut }, prompt) }
  } catch (error) {
    return { call: error instanceof ModelFailure ? error.spent : null, reply: null }
  }
}

function readWritten(
  { text, isCut = false }: { text: string; isCut?: boolean },
  prompt: Prompt,
): ParsedReply | null {
  const reading = readReply(text, { prompt, isCut })
  return 'reply' in reading && !reading.reply.isCut ? reading.reply : null
}

function briefFor(synthesis: Synthesis): { brief: SynthesisBrief; warnings: string[] } {
  const { asked, anchors, holders, ledger, seats } = synthesis
  const shown = showLedger(ledger, seats, anchors)
  const { texts, warnings } = textsWithin(holders, JSON.stringify(shown).length)
  const brief: SynthesisBrief = {
    phase: 'synthesis',
    ...asked,
    texts: showTexts(texts, `${asked.query}|writer`),
    ...shown,
    refused: [],
    anchors,
  }
  return { brief, warnings }
}

/** The best text of the panel, verbatim. */
async function ownWords({ holders, ledger, readSupport, pause }: Synthesis) {
  const { text, warnings } = ownText(holders, ledger)
  const prose = proseSentences(text ?? '')
  await pause()
  const sentences = await readSentences(prose, ledger.entries, readSupport)
  return { text, sentences: sentences.filter(isCounted), warnings }
}

/** What the text of a writer is checked against. */
function sourcesOf(synthesis: Synthesis): TextSources {
  const { asked, anchors, holders, ledger, seats, readSupport, pause } = synthesis
  const sources = [
    ...textsAsked(asked),
    ...anchors.map(({ axiom }) => axiom),
    ...holders.map(({ position }) => position.answer),
    ...ledger.entries.flatMap(({ rulings }) => rulings.map(({ reason }) => reason)),
    ...ledger.missed.map((point) => point.text),
  ]
  return { entries: ledger.entries, statuses: statusesOf(ledger, seats), sources, readSupport, pause }
}
