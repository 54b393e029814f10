import type { Anchor } from '../../contract/axiom.ts'
import type { DeliberationEvent } from '../deliberation.ts'
import type { ReadSupport } from '../measure/claims/bearing.ts'
import { statusesOf } from '../measure/claims/dispute.ts'
import type { Ledger } from '../measure/claims/ledger.ts'
import type { Holder } from '../measure/landscape.ts'
import { type Asked, textsAsked } from '../panel/asked.ts'
import type { SynthesisBrief } from '../panel/brief.ts'
import type { CallCost } from '../panel/call-cost.ts'
import { type AskModel, ModelFailure } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { renderPrompt } from '../prompt/prompts.ts'
import { showLedger } from '../prompt/show-ledger.ts'
import { showTexts } from '../prompt/show-texts.ts'
import { textsWithin } from '../prompt/texts-within.ts'
import { readText } from '../reading/reply/read-text.ts'
import { proseSentences } from '../reading/text/prose-sentences.ts'
import { type CheckedText, checkText } from './check-text/check-text.ts'
import { describeFault, type TextFault } from './check-text/find-faults.ts'
import { isCounted, type ReadSentence, readSentences } from './check-text/read-sentences.ts'
import { withChosen } from './compose-answer.ts'
import { ownText } from './own-text.ts'

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
}

/** The final text of an open question, and what was spent on it. */
export interface Synthesised {
  /** Null when nobody wrote a text. */
  text: string | null
  /** Its sentences that state something, and how they relate to the ledger. */
  sentences: ReadSentence[]
  calls: Array<{ call: CallCost | null }>
  warnings: string[]
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
  let refused: TextFault[] = []
  let reason = 'No writer succeeded'
  for (const [place, seat] of seats.slice(0, MOST_WRITERS).entries()) {
    if (signal.aborted) break
    if (!synthesis.affords(calls)) {
      reason = `The budget did not allow ${calls.length === 0 ? 'a' : 'another'} writer`
      break
    }
    const { call, reply } = await askWriter(
      seat,
      { ...brief, refused: refused.map(describeFault) },
      synthesis,
    )
    calls.push({ call })
    if (reply === null) continue
    const writing = { name: seat.name, attempt: place + 1 }
    onEvent({ type: 'text-written', ...writing, text: reply.answer })
    const { sentences, faults } = await check(reply.answer, synthesis)
    if (faults.length === 0) {
      const noted = (reply.notes ?? []).map(({ code, message }) => `${seat.name} (${code}): ${message}`)
      return { text: reply.answer, sentences, calls, warnings: [...warnings, ...noted] }
    }
    refused = faults
    onEvent({ type: 'text-refused', ...writing, reasons: faults.map(describeFault) })
  }
  const own = await ownWords(synthesis)
  const refusals = refused.map((fault) => `The text of a writer was refused: ${describeFault(fault)}`)
  return {
    ...own,
    calls,
    warnings: [...warnings, `${reason}; ${OWN_WORDS}`, ...refusals.slice(0, MOST_REFUSALS), ...own.warnings],
  }
}

const OWN_WORDS = 'the answer is the best text of the panel as its author wrote it, and was not checked.'

/** The reply of a writer; null for one that failed, refused or was cut off, which loses nothing: the texts are there. */
async function askWriter(seat: Seat, brief: SynthesisBrief, { ask, iteration, signal }: Synthesis) {
  try {
    const answered = await ask({ seat, iteration, brief, messages: renderPrompt(brief), signal })
    const { text, isCut = false, ...call } = answered
    const reading = readText(text, { query: brief.query, kind: 'open', isCut })
    return { call, reply: 'reply' in reading && !reading.reply.isCut ? reading.reply : null }
  } catch (error) {
    return { call: error instanceof ModelFailure ? error.spent : null, reply: null }
  }
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

function check(text: string, synthesis: Synthesis): Promise<CheckedText> {
  const { asked, anchors, holders, ledger, seats, readSupport, pause } = synthesis
  const sources = [
    ...textsAsked(asked),
    ...anchors.map(({ axiom }) => axiom),
    ...holders.flatMap(({ position }) => [position.answer, ...position.claims]),
    ...ledger.entries.flatMap(({ rulings }) => rulings.map(({ reason }) => reason)),
    ...ledger.missed.map((point) => point.text),
  ]
  const statuses = statusesOf(ledger, seats)
  return checkText({ text, entries: ledger.entries, statuses, sources, readSupport, pause })
}
