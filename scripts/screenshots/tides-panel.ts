import type { ServerResponse } from 'node:http'
import { type ReadPrompt, readPrompt } from '../../eval/transcripts/read-prompt.ts'
import { type ReceivedCall, sendJson, startScriptedProvider } from '../../test/support/scripted-provider.ts'

/** What the panel is asked. */
export const QUESTION = 'How do the tides come about?'

/** Four voices: one is mistaken and learns, and two disagree on a figure. */
const TEXTS: Record<string, string> = {
  soprano:
    'The Moon pulls more strongly on the near side of the Earth than on the far side. The difference raises two bulges of water, one towards the Moon and one on the opposite side. The Earth turns through both, so most coasts have two high tides a day, about **12 hours and 25 minutes** apart.',
  alto: 'Tides come from the gravity of the Moon, which is stronger on the near side of the Earth than on the far side. Two bulges of water form.\n\n- The effect of the Sun on the tides is about half as strong as that of the Moon.\n- At new and full moon the Sun adds to the pull of the Moon, and the tides are larger.\n\nMost coasts have two high tides a day.',
  tenor:
    'The difference in the pull of the Moon raises two bulges of water, and the Earth turns beneath them. High tides are about 12 hours and 25 minutes apart, because the Moon moves on in the meantime. The effect of the Sun on the tides is about a third as strong as that of the Moon; at new and full moon both add up.',
  bass: 'The Moon attracts the water on the side that faces it, which makes one bulge. The bulge on the far side is flung outwards by the rotation of the Earth. As the Earth turns, most coasts have two high tides a day.',
}

/** The models of the panel. */
export const MODELS = Object.keys(TEXTS).map((name) => `choir/${name}`)

type Voices = Record<string, string>

interface Point {
  text: string
  central?: true
  says?: Voices
  denies?: Voices
  /** Who does not call it true, and why. */
  false?: Voices
  depends?: Voices
  unsure?: string[]
  /** Who gives up its opinion in the dispute, and why. */
  changes?: Voices
}

const NOT_FLUNG =
  'The rotation acts alike everywhere on a circle; it is the difference in the pull of the Moon that matters.'
const SHALLOW = 'It holds for most coasts; the shape of some seas leaves them one high tide a day.'

const POINTS: Point[] = [
  {
    text: 'The difference in the pull of the Moon on the two sides of the Earth raises two bulges of water.',
    central: true,
    says: {
      soprano: 'The difference raises two bulges of water',
      alto: 'stronger on the near side of the Earth than on the far side',
      tenor: 'The difference in the pull of the Moon raises two bulges of water',
    },
    denies: { bass: 'The bulge on the far side is flung outwards by the rotation of the Earth' },
    false: { bass: 'The far bulge comes from the rotation.' },
    changes: { bass: 'The reason of the others holds: the pull differs between the two sides.' },
  },
  {
    text: 'The bulge on the far side is flung outwards by the rotation of the Earth.',
    central: true,
    says: { bass: 'The bulge on the far side is flung outwards by the rotation of the Earth' },
    denies: {
      soprano: 'The difference raises two bulges of water',
      tenor: 'The difference in the pull of the Moon raises two bulges of water',
    },
    false: { soprano: NOT_FLUNG, alto: NOT_FLUNG, tenor: NOT_FLUNG },
    changes: { bass: 'The reason of the others holds: the rotation acts alike everywhere.' },
  },
  {
    text: 'Every coast has two high tides a day.',
    says: { soprano: 'most coasts have two high tides a day' },
    depends: { soprano: SHALLOW, alto: SHALLOW, tenor: SHALLOW },
  },
  {
    text: 'High tides are about 12 hours and 25 minutes apart.',
    says: {
      soprano: 'about **12 hours and 25 minutes** apart',
      tenor: 'High tides are about 12 hours and 25 minutes apart',
    },
  },
  {
    text: 'The effect of the Sun on the tides is about half as strong as that of the Moon.',
    says: { alto: 'The effect of the Sun on the tides is about half as strong as that of the Moon' },
    denies: { tenor: 'The effect of the Sun on the tides is about a third as strong' },
    false: { tenor: 'I have it as a third.' },
    unsure: ['bass'],
  },
  {
    text: 'At new and full moon the Sun adds to the pull of the Moon, and the tides are larger.',
    says: {
      alto: 'At new and full moon the Sun adds to the pull of the Moon, and the tides are larger',
      tenor: 'at new and full moon both add up',
    },
  },
]

const GAP: Point = { text: 'Friction of the tides slowly lengthens the day.', unsure: ['bass'] }

const SETTLED = 'The effect of the Sun is about half as strong as that of the Moon.'
const FINDING = {
  problem: 'disputed',
  why: 'One of the assistants has it as a third, and the text states it as settled.',
}
const MENDED =
  'How strong the effect of the Sun is remains in dispute: about half as strong as that of the Moon, or a third.'

function answerWith(marker: string): string {
  const mark = (point: number) => `[[${marker}:${point}]]`
  return `The Moon pulls more strongly on the near side of the Earth than on the far side. The difference raises **two bulges of water**, and the Earth turns through both ${mark(1)}.

- Most coasts have two high tides a day, although the shape of some seas leaves them one ${mark(3)}.
- High tides are about 12 hours and 25 minutes apart ${mark(4)}.
- At new and full moon the Sun adds to the pull of the Moon, and the tides are larger ${mark(6)}.

${SETTLED} ${mark(5)}`
}

/** Starts a server behind which the four answer; `wait` holds back each reply. */
export async function startTidesPanel(wait: (call: ReceivedCall) => Promise<unknown>) {
  const listed = (response: ServerResponse) =>
    sendJson(response, {
      data: MODELS.map((id) => ({ id, pricing: { prompt: '0.000003', completion: '0.000015' } })),
    })
  return startScriptedProvider(async (call) => {
    await wait(call)
    return replyOf(call)
  }, listed)
}

function replyOf(call: ReceivedCall): unknown {
  const voice = call.model.split('/').at(-1)!
  const prompt = readPrompt(call)
  switch (prompt.phase) {
    case 'map':
      return mapOf(prompt)
    case 'examination':
      return {
        rulings: prompt.points.map(({ label, text }) => ({ label, ...rulingOf(voice, pointOf(text)) })),
      }
    case 'dispute':
      return {
        rulings: prompt.points.map(({ label, text, own }) => {
          const change = pointOf(text).changes?.[voice]
          if (change !== undefined) return { label, why: change, verdict: own === 'true' ? 'false' : 'true' }
          return { label, why: rulingOf(voice, pointOf(text)).why || NOT_FLUNG, verdict: own }
        }),
      }
    case 'synthesis':
      return answerWith(prompt.marker)
    case 'check':
      return {
        findings: prompt.text?.includes(SETTLED) ? [{ sentence: prompt.cite(SETTLED), ...FINDING }] : [],
      }
    case 'amendment':
      return prompt.text!.replace(SETTLED, MENDED)
    default:
      return `${TEXTS[voice]!}\n\n<panel>\n{"kind": "open"}\n</panel>`
  }
}

function mapOf({ shown, cite }: ReadPrompt) {
  const labelOf = (voice: string) => shown.find(({ text }) => text === TEXTS[voice])!.label
  const cited = (quotes: Voices = {}) =>
    Object.entries(quotes).map(([voice, quote]) => cite(quote, labelOf(voice)))
  return {
    answers: [{ answer: 'The Moon raises two bulges of water.', replies: shown.map(({ label }) => label) }],
    points: POINTS.map(({ text, central = false, says, denies }) => ({
      text,
      type: central ? 'fact!' : 'fact',
      says: cited(says),
      denies: cited(denies),
    })),
    gaps: [{ text: GAP.text, type: 'fact' }],
  }
}

function pointOf(text: string): Point {
  return [...POINTS, GAP].find((point) => point.text === text)!
}

function rulingOf(voice: string, point: Point): { verdict: string; why: string } {
  for (const verdict of ['false', 'depends'] as const) {
    const why = point[verdict]?.[voice]
    if (why !== undefined) return { verdict, why }
  }
  return { verdict: point.unsure?.includes(voice) ? 'unsure' : 'true', why: '' }
}
