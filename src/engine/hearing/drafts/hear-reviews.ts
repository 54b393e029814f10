import { countedAlone, type Draft, type Judgement } from '../../measure/drafts/draft.ts'
import type { AskedNow, ShownDraft } from '../../panel/brief.ts'
import type { Seat } from '../../panel/panel.ts'
import { MOST_CHARACTERS, showDrafts } from '../../prompt/show-texts.ts'
import { type ReviewReply, readReview } from '../../reading/reply/read-review.ts'
import { hearSeat, type Round } from '../hear-panel.ts'
import type { Hearing } from '../hearing.ts'

/** What one seat said of the drafts of the others. */
export interface HeardReview {
  hearing: Hearing<ReviewReply>
  judgements: Judgement[]
  improvements: string[]
}

/** Lets every seat review the drafts of the others, at the same time. */
export function hearReviews(round: Round, asked: AskedNow): Promise<HeardReview[]> {
  const { seats, spiral } = round.run
  const { drafts } = spiral.drafts!
  return Promise.all(
    seats.map(async (seat) => {
      const shown = showDrafts(forReview(drafts, seat.key), `${asked.query}|${round.iteration}|${seat.key}`)
      const labels = shown.map(({ label }) => label)
      const brief = { phase: 'review', ...asked, drafts: shown } as const
      const hearing = await hearSeat(seat, brief, round, (text) => readReview(text, labels))
      return {
        hearing,
        judgements: hearing.reply === null ? [] : judgementsOf(seat, hearing.reply, { drafts, shown }),
        improvements: hearing.reply?.improvements ?? [],
      }
    }),
  )
}

/** The drafts that a seat reviews: whole ones of others, the most central first, as many as a prompt holds. */
function forReview(drafts: Draft[], seat: string): Draft[] {
  const others = drafts.filter(({ authors }) => !authors.includes(seat))
  const whole = others.filter(({ isCut }) => !isCut)
  let left = MOST_CHARACTERS
  return (whole.length > 0 ? whole : others)
    .sort((one, other) => other.score - one.score)
    .filter(({ text, notes }) => {
      left -= text.length + notes.length
      return left >= 0
    })
}

function judgementsOf(
  seat: Seat,
  { drafts: judged, preference }: ReviewReply,
  { drafts, shown }: { drafts: Draft[]; shown: ShownDraft[] },
): Judgement[] {
  const last = Math.max(1, preference.length - 1)
  return judged.map(({ label, verdict, defect }) => {
    const text = shown.find((one) => one.label === label)?.text
    const place = preference.findIndex((group) => group.includes(label))
    return {
      reviewer: seat.key,
      draft: drafts.findIndex((draft) => draft.text === text),
      verdict,
      counted: countedAlone(verdict),
      defect,
      rank: place === -1 ? null : place / last,
    }
  })
}
