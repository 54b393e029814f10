import type { Claim } from '../../src/contract/claims.ts'
import type { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { dot, label, svg, wrapped } from './svg.ts'

const [LEFT, TOP, ROW, COLUMN] = [470, 92, 40, 78]
const COLOURS: Record<Claim['status'], string> = {
  agreed: 'good',
  single: 'quiet',
  disputed: 'open',
  struck: 'bad',
  unexamined: 'quiet',
}

/** The ledger of an open question: each claim, where the panel stands on it, and who says what. */
export function drawClaims({ query, claims: all = [] }: EdgeConsensusResponse, members: string[]): string {
  const claims = chosen(all)
  const width = LEFT + members.length * COLUMN + 20
  const height = TOP + claims.length * ROW + 40
  return svg(width, height, `The claims of a panel on “${query}”, and who affirms or denies each.`, [
    label(20, 28, `“${query}”: the claims ledger`, { className: 'title' }),
    label(20, 66, `${claims.length} of ${all.length} claims, with status and support`, { className: 'soft' }),
    ...members.map((member, column) =>
      label(LEFT + column * COLUMN + COLUMN / 2, 66, member, { className: 'soft', anchor: 'middle' }),
    ),
    ...claims.flatMap((claim, row) => rowOf(claim, TOP + row * ROW, members)),
    ...[
      ['good', 'says or confirms it'],
      ['bad', 'denies it'],
      ['quiet', 'unsure or silent'],
    ].flatMap(([colour, meaning], index) => [
      dot([LEFT - 60 + index * 150, height - 22], 6, colour!),
      label(LEFT - 46 + index * 150, height - 18, meaning!, { className: 'small' }),
    ]),
  ])
}

const MOST_ROWS = 12
const BY_INTEREST: Array<Claim['status']> = ['agreed', 'disputed', 'struck', 'single', 'unexamined']

/** All that the panel agrees on or quarrels about, and of the rest the best supported. */
function chosen(claims: Claim[]): Claim[] {
  const interest = ({ status, support }: Claim) => BY_INTEREST.indexOf(status) - support
  return [...claims].sort((a, b) => interest(a) - interest(b)).slice(0, MOST_ROWS)
}

function rowOf(claim: Claim, y: number, members: string[]): string[] {
  const { text, status, support, for: affirming, against } = claim
  const marks = members.map((member, column) => {
    const colour = affirming.includes(member) ? 'good' : against.includes(member) ? 'bad' : 'quiet'
    return dot([LEFT + column * COLUMN + COLUMN / 2, y + 12], 7, colour)
  })
  return [
    `<rect class="${COLOURS[status]}" x="12" y="${y - 4}" width="5" height="32" rx="2"/>`,
    ...wrapped(text, 58, 2).map((line, index) => label(26, y + 8 + index * 15, line, { className: 'small' })),
    label(LEFT - 74, y + 8, status, { className: 'small' }),
    label(LEFT - 74, y + 23, `support ${support.toFixed(2)}`, { className: 'soft small' }),
    ...marks,
  ]
}
