import type { ClaimOpinion } from '../../../contract/claims.ts'
import type { DisputedClaim } from '../../panel/brief.ts'
import { cutText } from '../text/cut-text.ts'
import { isNothing, labelIn, property, type Reading, unreadable, verdictObjects } from './judged-labels.ts'
import { type ClaimVerdict, entriesIn, inLines, verdictIn, whyIn } from './read-examination.ts'
import { textOf } from './reply-fields.ts'
import { afterThinking } from './thinking.ts'

/** What a seat says of a disputed claim. */
export interface DisputeRuling {
  label: string
  opinion: ClaimOpinion
  why: string
  /** What it names as having changed its mind; null for nothing. */
  refutedBy: string | null
}

const LONGEST_NAMED = 300

/** Reads opinions on disputed claims: an object with rulings, by label, or lines such as “A: false – why”. */
export function readDispute(text: string, claims: DisputedClaim[]): Reading<DisputeRuling[]> {
  const spoken = (afterThinking(text) ?? '').trim()
  const labels = claims.map(({ label }) => label)
  for (const fields of verdictObjects(spoken)) {
    const rulings = settled(
      entriesIn(fields.get('rulings') ?? Object.fromEntries(fields)).flatMap(ruled),
      labels,
    )
    if (rulings.length > 0) return { reply: rulings }
  }
  // Whoever writes lines has one place for the reason and for what it names.
  const lines = inLines(spoken, labels).map(({ label, verdict, why }) => ({
    label,
    verdict,
    why,
    refutedBy: why,
  }))
  const rulings = settled(lines.flatMap(opinionOf), labels)
  return rulings.length > 0
    ? { reply: rulings }
    : unreadable('The reply contains no opinion on any disputed claim.', text)

  function ruled([name, said]: [string, unknown]): DisputeRuling[] {
    const label = labelIn(name, labels)
    const verdict = verdictIn(
      textOf(typeof said === 'object' ? (property(said, 'opinion') ?? property(said, 'verdict')) : said),
    )
    if (label === null || verdict === null) return []
    const why = whyIn(property(said, 'why') ?? property(said, 'reason'))
    return opinionOf({ label, verdict, why, refutedBy: textOf(property(said, 'refuted_by')) })
  }
}

function opinionOf(said: {
  label: string
  verdict: ClaimVerdict
  why: string
  refutedBy: string
}): DisputeRuling[] {
  const { label, verdict, why, refutedBy } = said
  if (verdict !== 'true' && verdict !== 'false' && verdict !== 'unsure') return []
  return [
    {
      label,
      opinion: verdict,
      why,
      refutedBy: isNothing(refutedBy) ? null : cutText(refutedBy, LONGEST_NAMED),
    },
  ]
}

/** One opinion for each label: whoever says two different things has said nothing, so that nothing is withdrawn by mistake. */
function settled(rulings: DisputeRuling[], labels: string[]): DisputeRuling[] {
  return labels.flatMap((label) => {
    const about = rulings.filter((one) => one.label === label)
    return about[0] && about.every(({ opinion }) => opinion === about[0]!.opinion) ? [about[0]] : []
  })
}
