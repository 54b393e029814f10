import type { Run } from '../deliberation.ts'
import type { Brief } from '../panel/brief.ts'
import type { Seat } from '../panel/panel.ts'
import { askAside } from '../prompt/call-model.ts'
import { type ParsedReply, readReply } from '../reading/reply/read-reply.ts'

/**
 * Lets a seat write the final text; returns the marker of its prompt, too. The reply is null for one that failed, refused
 * or was cut off, which loses nothing: what it was to write from is there.
 */
export async function hearWriter(
  run: Run,
  seat: Seat,
  brief: Brief,
): Promise<{ reply: ParsedReply | null; marker: string }> {
  const asked = { seat, iteration: run.spiral.entries.length, brief, phase: 'writing' } as const
  const { reading, prompt } = await askAside(run, asked, (text, { isCut, prompt }) =>
    isCut ? null : readReply(text, { prompt }),
  )
  return { reply: reading !== null && 'reply' in reading ? reading.reply : null, marker: prompt.marker }
}
