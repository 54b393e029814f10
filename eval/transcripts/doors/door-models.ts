import type { ServerResponse } from 'node:http'
import { type ReceivedCall, replyTo } from '../../../test/support/scripted-provider.ts'
import { partsOf } from '../../../test/support/streamed-reply.ts'
import { readPrompt } from '../read-prompt.ts'
import type { DoorLog } from './door-log.ts'

/** The models of the default panel, in the order of their seats. */
export const DOOR_MODELS = ['vendor/one', 'vendor/two', 'vendor/three']

const TIDES = [
  'The Moon pulls more strongly on the near side of the Earth than on the far side. The difference raises two bulges of water, one towards the Moon and one opposite to it. The Earth turns through both, so most coasts have two high tides a day.',
  'Tides come from the gravity of the Moon, which is stronger on the near side of the Earth than on the far side. Two bulges of water form. At new and full moon the Sun adds to the pull of the Moon, and the tides are larger.',
  'The Moon raises two bulges of water, and the Earth turns beneath them. Most coasts have two high tides a day. They are about 12 hours and 25 minutes apart, because the Moon moves on in the meantime.',
]

/** A sentence of a writer, and whether it is delivered before the next one is written. */
interface Sentence {
  text: string
  isAwaited: boolean
}

const awaited = (text: string): Sentence => ({ text, isAwaited: true })
const unawaited = (text: string): Sentence => ({ text, isAwaited: false })

const BEGINNING = [
  unawaited('The Moon pulls more strongly on the near side of the Earth than on the far side. '),
  awaited('The difference raises two bulges of water, and the Earth turns through both. '),
]
const REST = [
  'Most coasts therefore have two high tides a day, about 12 hours and 25 minutes apart. ',
  'At new and full moon the Sun adds to the pull of the Moon, and the tides are larger.',
]

/** What a writer writes who makes something up, whoever continues it, and a writer whose text is accepted at once. */
export const WRITERS = {
  inventive: [
    ...BEGINNING,
    unawaited('In the open sea they are 9 metres high. '),
    unawaited('Most coasts have two high tides a day.'),
  ],
  continuing: REST.map(unawaited),
  careful: [...BEGINNING, awaited(REST[0]!), unawaited(REST[1]!)],
}

/** The text of a seat on the tides, and its opinion on the claims of all: they are true. */
export function onTides(call: ReceivedCall): string {
  const { phase, claims } = readPrompt(call)
  if (phase === 'examination')
    return JSON.stringify({ true: claims.map(({ label }) => label), false: [], unsure: [], missing: [] })
  return `${TIDES[seatOf(call)]!}\n\n<panel>\n{"kind": "open"}\n</panel>`
}

/** Streams the text of a writer sentence by sentence, as slowly as it is delivered. */
export async function writeSlowly(
  call: ReceivedCall,
  response: ServerResponse,
  { sentences, log }: { sentences: Sentence[]; log: DoorLog },
): Promise<void> {
  const pieces = sentences.map(({ text }) => text)
  const [role, ...parts] = partsOf(replyTo(call, pieces.join('')), pieces)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(role)
  for (const { text, isAwaited } of sentences) {
    log.note(`${call.model} writes “${text.trim()}”`)
    response.write(parts.shift())
    if (isAwaited) await log.seen(text.trim())
  }
  response.end(parts.join(''))
}

/** The same object from all, which does not fit, and a repair that fits for gold only. */
export function onElements(call: ReceivedCall): string {
  const { phase, question } = readPrompt(call)
  const isGold = question.includes('gold')
  if (phase === 'rework' && isGold) return '{"element": "gold", "atomic_number": 79}'
  return isGold
    ? '{"element": "gold", "atomic_number": "79"}'
    : '{"element": "silver", "atomic_number": "forty-seven"}'
}

/** Answers on which nobody agrees; whoever reads them says so. */
export function onQuarrel(call: ReceivedCall): string {
  const { phase, shown } = readPrompt(call)
  if (phase === 'grouping')
    return JSON.stringify({ answers: [], groups: shown.map(({ label }) => [label]), compatible: [] })
  const answer = ['21', '45', '27'][seatOf(call)]!
  return `The result is ${answer}.\n\n<panel>\n${JSON.stringify({ kind: 'closed', answer })}\n</panel>`
}

/** The place of the model that is called. */
export function seatOf({ model }: ReceivedCall): number {
  return DOOR_MODELS.indexOf(model)
}
