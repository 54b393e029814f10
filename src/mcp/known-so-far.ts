import type { RunEvent } from '../contract/events.ts'
import { inOneLine, progressInWords } from '../contract/progress-in-words.ts'
import type { SoFar } from './schemas/outputs.ts'

/** What is known before anything has happened. */
export const NOTHING_YET: SoFar = { doing: 'The models are asked.', voices: [], D: null }

/** An event of a run in one line; null for what needs no words. */
export function inWords(event: RunEvent): string | null {
  if (event.type === 'iteration-end') return `Round ${event.data.iteration}: D = ${shown(event.data.D)}.`
  return progressInWords({ type: event.type, ...event.data } as Parameters<typeof progressInWords>[0])
}

/** What is known of a run after one more event. */
export function withEvent(known: SoFar, event: RunEvent): SoFar {
  const told = { ...known, doing: inWords(event) ?? known.doing }
  switch (event.type) {
    case 'panel-start':
      return {
        ...told,
        voices: event.data.seats.map(({ name }) => ({ name, answered: false, answer: null })),
      }
    case 'answer-received':
      return { ...told, voices: known.voices.map((voice) => heard(voice, event.data)) }
    case 'iteration-end':
      return { ...told, D: event.data.D }
    default:
      return told
  }
}

type Received = Extract<RunEvent, { type: 'answer-received' }>['data']

function heard(voice: SoFar['voices'][number], { name, answer, error }: Received): SoFar['voices'][number] {
  if (voice.name !== name || error !== null) return voice
  return { ...voice, answered: true, answer: voice.answer ?? (answer === null ? null : inOneLine(answer)) }
}

/** A divergence with two digits. */
export function shown(divergence: number): string {
  return String(Math.round(divergence * 100) / 100)
}
