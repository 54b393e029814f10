import type { ReceivedCall } from '../../../test/support/scripted-provider.ts'
import { type ReadPrompt, readPrompt } from '../read-prompt.ts'

/** The models of the default panel, in the order of their seats. */
export const DOOR_MODELS = ['vendor/one', 'vendor/two', 'vendor/three']

const TIDES = [
  'The Moon pulls more strongly on the near side of the Earth than on the far side. The difference raises two bulges of water, one towards the Moon and one opposite to it. The Earth turns through both, so most coasts have two high tides a day.',
  'Tides come from the gravity of the Moon, which is stronger on the near side of the Earth than on the far side. Two bulges of water form. At new and full moon the Sun adds to the pull of the Moon, and the tides are larger.',
  'The Moon raises two bulges of water, and the Earth turns beneath them. Most coasts have two high tides a day. They are about 12 hours and 25 minutes apart, because the Moon moves on in the meantime.',
]

/** What a reader finds in these texts: a point, and where each of them makes it. */
const POINTS: Array<{ text: string; central: boolean; quotes: Array<string | null> }> = [
  {
    text: 'The Moon pulls more strongly on the near side of the Earth than on the far side.',
    central: true,
    quotes: [
      'The Moon pulls more strongly on the near side of the Earth than on the far side',
      'which is stronger on the near side of the Earth than on the far side',
      null,
    ],
  },
  {
    text: 'Two bulges of water form, and the Earth turns through both.',
    central: true,
    quotes: [
      'The difference raises two bulges of water',
      'Two bulges of water form',
      'The Moon raises two bulges of water, and the Earth turns beneath them',
    ],
  },
  {
    text: 'High tides are about 12 hours and 25 minutes apart.',
    central: false,
    quotes: [null, null, 'They are about 12 hours and 25 minutes apart'],
  },
  {
    text: 'At new and full moon the tides are larger.',
    central: false,
    quotes: [null, 'At new and full moon the Sun adds to the pull of the Moon', null],
  },
]

const INVENTED = 'In the open sea they are 9 metres high.'
const FINDING = { problem: 'wrong', why: 'In the open sea they are less than a metre high.' }

/** The text of a writer, with its marks. */
function writtenWith(marker: string): string {
  const mark = (point: number) => `[[${marker}:${point}]]`
  return [
    `The Moon pulls more strongly on the near side of the Earth than on the far side ${mark(1)}.`,
    `The difference raises two bulges of water, and the Earth turns through both ${mark(2)}.`,
    `Most coasts therefore have two high tides a day, about 12 hours and 25 minutes apart ${mark(3)}.`,
    `At new and full moon the Sun adds to the pull of the Moon, and the tides are larger ${mark(4)}.`,
  ].join(' ')
}

/** What a seat says on the tides. All points are true to it; an inventive writer adds one that is not. */
export function onTides(call: ReceivedCall, { isInventive = false } = {}): string {
  const prompt = readPrompt(call)
  const { phase, points, marker, text } = prompt
  switch (phase) {
    case 'map':
      return JSON.stringify(mapOf(prompt))
    case 'examination':
      return JSON.stringify({ rulings: points.map(({ label }) => ({ label, verdict: 'true', why: '' })) })
    case 'synthesis':
      return `${writtenWith(marker)}${isInventive ? ` ${INVENTED}` : ''}`
    case 'check':
      return JSON.stringify({
        findings: text?.includes(INVENTED) ? [{ sentence: prompt.cite(INVENTED), ...FINDING }] : [],
      })
    case 'amendment':
      return text!.replace(` ${INVENTED}`, '')
    default:
      return `${TIDES[seatOf(call)]!}\n\n<panel>\n{"kind": "open"}\n</panel>`
  }
}

function mapOf({ shown, cite }: ReadPrompt) {
  const labels = TIDES.map((text) => shown.find((one) => one.text === text)!.label)
  return {
    answers: [{ answer: 'The pull of the Moon raises two bulges of water.', replies: labels }],
    points: POINTS.map(({ text, central, quotes }) => ({
      text,
      type: central ? 'fact!' : 'fact',
      says: quotes.flatMap((quote, seat) => (quote === null ? [] : [cite(quote, labels[seat])])),
      denies: [],
    })),
    gaps: [],
  }
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
