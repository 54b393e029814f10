import type { Anchor } from '../../../contract/axiom.ts'
import { type Asked, nameableDocuments } from '../../panel/asked.ts'
import type { DisputedClaim } from '../../panel/brief.ts'
import type { DisputeRuling } from '../../reading/reply/read-dispute.ts'
import type { GivenRuling } from './given-ruling.ts'
import { refutationNamed } from './refutation-named.ts'

/**
 * Decides what an opinion on a disputed claim counts as; null when it does not count at all, because the seat had to
 * answer a reason and did not. Whoever gives up an opinion must name the reason of the other side, the document
 * or the axiom that refuted it; otherwise the old opinion is counted. A seat that was unsure has nothing to give up.
 */
export function countRuling(
  { opinion, why, refutedBy }: DisputeRuling,
  { shown, place }: { shown: DisputedClaim; place: number },
  asked: Pick<Asked, 'background'> & { anchors: Anchor[] },
): GivenRuling | null {
  const { own } = shown
  const isChange = (own === 'true' || own === 'false') && opinion !== own
  const opposing = own === 'true' ? shown.against : shown.for
  const nameable = [...opposing, ...nameableDocuments(asked)]
  const named = isChange ? refutationNamed(refutedBy, nameable, asked.anchors) : null
  if (shown.mustAnswer !== null && why === '' && named === null) return null
  return {
    place,
    said: opinion,
    counted: isChange && named === null ? own : opinion,
    reason: why,
    // Labels differ from seat to seat: the reason itself is kept.
    refutedBy: nameable.find(({ label }) => label === named)?.text ?? named,
  }
}
