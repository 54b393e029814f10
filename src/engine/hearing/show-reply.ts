import type { Run } from '../deliberation.ts'
import type { Brief } from '../panel/brief.ts'
import type { ModelCall, Prompt } from '../panel/model-port.ts'
import type { Seat } from '../panel/panel.ts'
import { createShownText } from '../reading/reply/shown-text.ts'

/** A reply that is shown while it arrives. */
interface ShownReply {
  onText: NonNullable<ModelCall['onText']>
  /** Shows what is left of the text once it has been read; null for a reply without one. */
  end(text: string | null): void
}

/**
 * Shows the first reply of a seat to those who watch, piece by piece, without thinking and the block at its end. Null where
 * nobody watches, and for what is no text to be read: further samples, JSON, steps with tools.
 */
export function showReply(
  seat: Seat,
  brief: Brief,
  { run: { request, ports }, iteration }: { run: Run; iteration: number },
  prompt?: Prompt,
): ShownReply | null {
  const isFirst = seat.sample === undefined && (!request.isOneModel || seat.name === request.models[0]!.name)
  const isText = brief.phase === 'exposition' && !brief.isJson && brief.step === undefined
  const show = isFirst && isText ? ports.showText?.() : null
  if (!show) return null
  let current = 0
  let discarded = 0
  let before = ''
  let reply = createShownText(prompt)

  function tell(text: string): void {
    if (text === '') return
    const attempt = current + discarded
    show!({
      type: 'answer-text',
      iteration,
      name: seat.name,
      model: seat.model,
      attempt,
      offset: before.length,
      text,
    })
    before += text
  }

  return {
    onText(attempt, piece) {
      if (attempt !== current) {
        current = attempt
        before = ''
        reply = createShownText(prompt)
      }
      const { text, isAnew } = reply.take(piece)
      if (isAnew && before !== '') {
        discarded++
        before = ''
      }
      tell(text)
    },
    end(text) {
      // A reply of another attempt, of which nothing was shown, is told as a whole.
      if (before !== '' && text?.startsWith(before)) tell(text.slice(before.length))
    },
  }
}
