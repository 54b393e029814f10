import type { Run } from '../deliberation.ts'
import type { Spiral } from '../measure/spiral.ts'
import type { Brief } from '../panel/brief.ts'
import type { Seat } from '../panel/panel.ts'
import { callModel, readSafely } from '../prompt/call-model.ts'
import { type ParsedReply, readReply } from '../reading/reply/read-reply.ts'

/** What came of asking a writer. */
interface HeardWriter {
  spiral: Spiral
  /** Null for one that failed, refused or was cut off, which loses nothing: what it was to write from is there. */
  reply: ParsedReply | null
  /** The marker of its prompt. */
  marker: string
}

/** Lets a seat write the final text. */
export async function hearWriter(run: Run, before: Spiral, seat: Seat, brief: Brief): Promise<HeardWriter> {
  const { ports, signal } = run
  const iteration = before.entries.length
  await ports.pause()
  const { text, call, isCut, prompt } = await callModel(ports.askModel, { seat, iteration, brief, signal })
  const reading = isCut ? null : readSafely(text, (said) => readReply(said, { prompt }))
  return {
    spiral: run.spent(before, { phase: 'writing', iteration }, [{ call }]),
    reply: reading !== null && 'reply' in reading ? reading.reply : null,
    marker: prompt.marker,
  }
}
