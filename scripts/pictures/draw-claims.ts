import type { Claim } from '../../src/contract/claims.ts'
import type { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { dot, label, svg, wrapped } from './svg.ts'

const [LEFT, TOP, ROW, COLUMN] = [470, 92, 40, 78]
const COLOURS: Record<Claim['status'], string> = {
  agreed: 'good',
  conditional: 'open',
  single: 'quiet',
  disputed: 'open',
  struck: 'bad',
  unexamined: 'quiet',
}

/** The ledger of an open question: each claim, where the panel stands on it, and who says what. */
export function drawClaims(
  { query, claims: unsorted = [] }: EdgeConsensusResponse,
  members: string[],
): string {
  const claims = byInterest(unsorted)
  const width = LEFT + members.length * COLUMN + 20
  const height = TOP + claims.length * ROW + 40
  return svg(width, height, `The claims of a panel on “${query}”, and who affirms or denies each.`, [
    label(20, 28, `“${query}”: the claims ledger`, { className: 'title' }),
    label(20, 66, `${claims.length} claims, with status and support`, { className: 'soft' }),
    ...members.map((member, column) =>
      label(LEFT + column * COLUMN + COLUMN / 2, 66, member, { className: 'soft', anchor: 'middle' }),
    ),
    ...claims.flatMap((claim, row) => rowOf(claim, TOP + row * ROW, members)),
    ...[
      ['good', 'calls it true'],
      ['bad', 'calls it false'],
      ['open', 'says it depends'],
      ['quiet', 'cannot tell'],
    ].flatMap(([colour, meaning], index) => [
      dot([LEFT - 150 + index * 140, height - 22], 6, colour!),
      label(LEFT - 136 + index * 140, height - 18, meaning!, { className: 'small' }),
    ]),
  ])
}

const STATUSES: Array<Claim['status']> = [
  'agreed',
  'conditional',
  'disputed',
  'struck',
  'single',
  'unexamined',
]

/** What the panel agrees on first, and of equal standing the best supported. */
function byInterest(claims: Claim[]): Claim[] {
  const rank = ({ status, support }: Claim) => STATUSES.indexOf(status) - support
  return claims.toSorted((one, other) => rank(one) - rank(other))
}

function rowOf(claim: Claim, y: number, members: string[]): string[] {
  const { text, status, support } = claim
  const marks = members.map((member, column) =>
    dot([LEFT + column * COLUMN + COLUMN / 2, y + 12], 7, colourOf(member, claim)),
  )
  return [
    `<rect class="${COLOURS[status]}" x="12" y="${y - 4}" width="5" height="32" rx="2"/>`,
    ...wrapped(text, 58, 2).map((line, index) => label(26, y + 8 + index * 15, line, { className: 'small' })),
    label(LEFT - 74, y + 8, status, { className: 'small' }),
    label(LEFT - 74, y + 23, `support ${support.toFixed(2)}`, { className: 'soft small' }),
    ...marks,
  ]
}

function colourOf(member: string, { for: affirming, against, conditional = [] }: Claim): string {
  if (affirming.includes(member)) return 'good'
  if (against.includes(member)) return 'bad'
  return conditional.includes(member) ? 'open' : 'quiet'
}
