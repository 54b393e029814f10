import type { ServerResponse } from 'node:http'
import { readPrompt } from '../../eval/transcripts/read-prompt.ts'
import { type ReceivedCall, sendJson, startScriptedProvider } from '../../test/support/scripted-provider.ts'

/** What the panel is asked. */
export const QUESTION = 'How do the tides come about?'

interface Member {
  text: string
  /** Parts of claims that it calls false, and why. */
  denies: Record<string, string>
  /** Parts of claims that it cannot judge. */
  unsure: string[]
  /** Whether it gives in to a good reason. */
  givesIn?: true
}

const FLUNG = 'flung outwards by the rotation'
const HALF = 'about half as strong'
const THIRD = 'about a third as strong'
const NOT_FLUNG =
  'The rotation acts alike everywhere on a circle; it is the difference in the pull of the Moon that matters.'

/** Four voices: one is mistaken and learns, and two disagree on a figure. */
const MEMBERS: Record<string, Member> = {
  soprano: {
    text: 'The Moon pulls more strongly on the near side of the Earth than on the far side. The difference raises two bulges of water, one towards the Moon and one on the opposite side. The Earth turns through both, so most coasts have two high tides a day, about **12 hours and 25 minutes** apart.',
    denies: { [FLUNG]: NOT_FLUNG, [THIRD]: 'With its mass and distance, 0.46 comes out.' },
    unsure: [],
  },
  alto: {
    text: 'Tides come from the gravity of the Moon, which is stronger on the near side of the Earth than on the far side. Two bulges of water form.\n\n- The effect of the Sun on the tides is about half as strong as that of the Moon.\n- At new and full moon the Sun adds to the pull of the Moon, and the tides are larger.\n\nMost coasts have two high tides a day.',
    denies: { [FLUNG]: NOT_FLUNG, [THIRD]: 'It is 0.46 times that of the Moon.' },
    unsure: [],
  },
  tenor: {
    text: 'The difference in the pull of the Moon raises two bulges of water, and the Earth turns beneath them. High tides are about 12 hours and 25 minutes apart, because the Moon moves on in the meantime. The effect of the Sun on the tides is about a third as strong as that of the Moon; at new and full moon both add up.',
    denies: { [FLUNG]: NOT_FLUNG, [HALF]: 'I have it as a third.' },
    unsure: [],
  },
  bass: {
    text: 'The Moon attracts the water on the side that faces it, which makes one bulge. The bulge on the far side is flung outwards by the rotation of the Earth. As the Earth turns, most coasts have two high tides a day.',
    denies: { 'The difference in the pull': 'The far bulge comes from the rotation.' },
    unsure: [HALF, THIRD],
    givesIn: true,
  },
}

/** The models of the panel. */
export const MODELS = Object.keys(MEMBERS).map((name) => `choir/${name}`)

const ANSWER = `The Moon pulls more strongly on the near side of the Earth than on the far side. The difference in the pull of the Moon raises **two bulges of water**, and the Earth turns through both.

- Most coasts have two high tides a day.
- High tides are about 12 hours and 25 minutes apart.
- At new and full moon the Sun adds to the pull of the Moon.

How strong the effect of the Sun is remains in dispute: about half as strong as that of the Moon, say most of the panel.`

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
  const member = MEMBERS[call.model.split('/').at(-1)!]!
  const { phase, claims } = readPrompt(call)
  const reasonAgainst = (text: string) =>
    Object.entries(member.denies).find(([part]) => text.includes(part))?.[1]
  const isUnsure = (text: string) => member.unsure.some((part) => text.includes(part))
  if (phase === 'synthesis') return ANSWER
  if (phase === 'exposition') return `${member.text}\n\n<panel>\n{"kind": "open"}\n</panel>`
  if (phase === 'dispute')
    return {
      rulings: claims.map(({ label, texts, own, ...reasons }) => {
        const opposing = own === 'true' ? reasons.against : own === 'false' ? reasons.for : []
        if (member.givesIn && opposing[0] !== undefined)
          return {
            claim: label,
            opinion: own === 'true' ? 'false' : 'true',
            why: 'The reason of the others holds: the pull differs between the two sides.',
            refuted_by: opposing[0],
          }
        const why = reasonAgainst(texts[0]!)
        const opinion = isUnsure(texts[0]!) ? 'unsure' : why === undefined ? 'true' : 'false'
        return {
          claim: label,
          opinion: member.givesIn ? (own ?? opinion) : opinion,
          why: why ?? 'It follows from the masses and distances.',
          refuted_by: null,
        }
      }),
    }
  const single = claims.filter(({ texts }) => texts.length === 1)
  return {
    true: single
      .filter(({ texts: [text] }) => reasonAgainst(text!) === undefined && !isUnsure(text!))
      .map(({ label }) => label),
    false: single.flatMap(({ label, texts: [text] }) => {
      const why = reasonAgainst(text!)
      return why === undefined ? [] : [{ claim: label, why }]
    }),
    unsure: single.filter(({ texts: [text] }) => isUnsure(text!)).map(({ label }) => label),
    choices: claims.flatMap(({ label, texts: [first, second] }) => {
      if (second === undefined) return []
      const why = reasonAgainst(first!) ?? reasonAgainst(second) ?? ''
      const choice = isUnsure(first!) ? 'unsure' : reasonAgainst(first!) === undefined ? 'first' : 'second'
      return [{ claim: label, choice, why }]
    }),
    missing: call.model.endsWith('soprano') ? ['Friction of the tides slowly lengthens the day.'] : [],
  }
}
