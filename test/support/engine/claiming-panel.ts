import type { DisputedClaim, ShownClaim } from '../../../src/engine/panel/brief.ts'
import type { ModelCall } from '../../../src/engine/panel/model-port.ts'
import type { Line, Script } from './scripted-panel.ts'
import { runScripted } from './scripted-panel.ts'

type Opinion = 'true' | 'false' | 'unsure'

/** How a simulated seat writes, judges claims and argues. */
export interface Essayist {
  text: Line
  /** What it says of a claim: true unless told otherwise. */
  judges?: (claim: string) => Opinion
  /** Important points that it misses. */
  misses?: string[]
  /** What it says instead of all that when it is examined. */
  examined?: Line
  /** What it says of a disputed claim: the same as before, with a reason, unless told otherwise. */
  argues?: (claim: DisputedClaim) => { opinion: Opinion; why?: string; refuted_by?: string | null }
  /** What it says instead of all that when it is to argue. */
  argued?: Line | ((iteration: number) => Line | undefined)
  writes?: Line
}

/** An essay that makes some claims and no others, under a title of its own. */
export function essayOn(title: string, ...claims: string[]): Essayist {
  return { text: `# ${title}\n\n${claims.join(' ')}` }
}

/** What a simulated writer writes. */
export const WRITTEN = 'Tides come from a pull, and less so from another.\n\n1. Twice a day.'

/** A scripted model that writes a text, judges claims, argues and writes the answer. */
function essayist(seat: Essayist): Script {
  return ({ brief, iteration, seat: { name } }: ModelCall): Line => {
    switch (brief.phase) {
      case 'exposition':
        return seat.text
      case 'examination':
        return seat.examined ?? JSON.stringify(verdictsOf(seat, brief.claims))
      case 'dispute': {
        const argued = typeof seat.argued === 'function' ? seat.argued(iteration) : seat.argued
        return argued ?? JSON.stringify({ rulings: brief.claims.map((claim) => rulingOf(seat, claim)) })
      }
      case 'synthesis':
        return seat.writes ?? WRITTEN
      default:
        throw new Error(`The essayist ${name} has nothing to say to ${brief.phase}.`)
    }
  }
}

function verdictsOf({ judges = () => 'true', misses = [] }: Essayist, claims: ShownClaim[]) {
  const single = claims.filter(({ texts }) => texts.length === 1)
  const labelsOf = (opinion: Opinion) =>
    single.filter(({ texts }) => judges(texts[0]) === opinion).map(({ label }) => label)
  return {
    true: labelsOf('true'),
    false: labelsOf('false').map((claim) => ({ claim, why: `“${claim}” is wrong` })),
    unsure: labelsOf('unsure'),
    choices: claims
      .filter(({ texts }) => texts.length === 2)
      .map(({ label, texts: [first, second] }) => ({
        claim: label,
        choice: choiceOf(judges(first), judges(second!)),
        why: 'the other one is wrong',
      })),
    missing: misses,
  }
}

function choiceOf(first: Opinion, second: Opinion): string {
  if (first === 'true' && second === 'true') return 'both'
  if (first === 'true') return 'first'
  if (second === 'true') return 'second'
  return first === 'false' ? 'neither' : 'unsure'
}

function rulingOf({ argues }: Essayist, claim: DisputedClaim) {
  const said = argues?.(claim) ?? { opinion: claim.own ?? 'unsure' }
  return { claim: claim.label, why: 'I looked it up', refuted_by: null, ...said }
}

/** The scripts of a panel of essayists. */
export function essayists(panel: Record<string, Essayist>): Record<string, Script> {
  return Object.fromEntries(Object.entries(panel).map(([name, one]) => [name, essayist(one)]))
}

/** Lets a panel of essayists answer an open question. */
export function runOpen(
  panel: Record<string, Essayist>,
  options: NonNullable<Parameters<typeof runScripted>[1]> = {},
) {
  return runScripted(essayists(panel), { query: 'Explain how tides work.', kind: 'open', ...options })
}

/** What a seat says when a reason of the other side convinces it. */
export const convinced = ({ own, for: speaking, against }: DisputedClaim) => ({
  opinion: own === 'true' ? ('false' as const) : ('true' as const),
  refuted_by: (own === 'true' ? against : speaking)[0]?.label ?? null,
})
