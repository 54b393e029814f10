import type { Anchor } from '../../contract/axiom.ts'
import type { Holder } from '../measure/landscape.ts'
import type { SynthesisBrief } from '../panel/brief.ts'
import { type AskModel, type CallCost, ModelFailure } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { renderPrompt } from '../prompt/prompts.ts'
import { MOST_CHARACTERS, showTexts } from '../prompt/show-texts.ts'
import { readText } from '../reading/reply/read-text.ts'
import { cutText } from '../reading/text/cut-text.ts'
import { withChosen } from './compose-answer.ts'

interface Synthesis {
  query: string
  criteria: string | null
  anchors: Anchor[]
  /** Those who hold a text, the best choice first. */
  holders: Holder[]
  writer: Seat | null
  iteration: number
  ask: AskModel
  signal: AbortSignal
}

/** The written text, and what was spent on it. */
export interface Synthesised {
  /** Null when no writer was needed or none succeeded: then the best text of the panel is the answer. */
  text: string | null
  calls: Array<{ call: CallCost | null }>
  warnings: string[]
}

/** After this many failures the best text of the panel is used. */
const MOST_WRITERS = 2

/** Lets a writer that sees all texts write the answer to an open question. */
export async function synthesise(synthesis: Synthesis): Promise<Synthesised> {
  const { query, criteria, anchors, holders, iteration, ask, signal } = synthesis
  const distinct = new Set(holders.map(({ position }) => position.answer))
  if (distinct.size < 2) return { text: null, calls: [], warnings: [] }
  const { texts, warnings } = withinPrompt(holders)
  const brief: SynthesisBrief = {
    phase: 'synthesis',
    query,
    criteria,
    texts: showTexts(texts, `${query}|writer`),
    anchors,
  }
  const calls: Synthesised['calls'] = []
  const seats = withChosen(
    holders.map(({ seat }) => seat),
    synthesis.writer,
  )
  for (const seat of seats.slice(0, MOST_WRITERS)) {
    if (signal.aborted) break
    try {
      const answered = await ask({ seat, iteration, brief, messages: renderPrompt(brief), signal })
      const { text, isCut = false, ...call } = answered
      calls.push({ call })
      const reading = readText(text, { query, kind: 'open', isCut })
      if ('reply' in reading && !reading.reply.isCut) {
        const { answer, notes = [] } = reading.reply
        const noted = notes.map(({ code, message }) => `${seat.name} (${code}): ${message}`)
        return { text: answer, calls, warnings: [...warnings, ...noted] }
      }
    } catch (error) {
      // A failing writer loses nothing: the texts are there, and the next one writes.
      calls.push({ call: error instanceof ModelFailure ? error.spent : null })
    }
  }
  return {
    text: null,
    calls,
    warnings: [...warnings, 'No writer succeeded; the answer is the most central text of the panel.'],
  }
}

/** The texts for a prompt; where they are too long together, the longest are replaced by their claims, or cut if they have none. */
function withinPrompt(holders: Holder[]): { texts: string[]; warnings: string[] } {
  const shown = holders.map(({ seat, position }) => ({ name: seat.name, text: position.answer, position }))
  const replaced: string[] = []
  for (const one of [...shown].sort((left, right) => right.text.length - left.text.length)) {
    const total = shown.reduce((sum, { text }) => sum + text.length, 0)
    if (total <= MOST_CHARACTERS) break
    const { claims, answer } = one.position
    one.text = claims.length > 0 ? claims.join('\n') : cutText(answer, MOST_CHARACTERS / shown.length)
    replaced.push(one.name)
  }
  return {
    texts: shown.map(({ text }) => text),
    warnings:
      replaced.length === 0
        ? []
        : [
            `The texts were too long for one prompt; the writer saw only the claims of ${replaced.join(', ')}, or the beginning of a text without claims.`,
          ],
  }
}
