import type { SeatResponse } from '../../../contract/deliberation.ts'
import type { Run } from '../../deliberation.ts'
import { meanOf } from '../../measure/divergence.ts'
import type { Table } from '../../measure/table/table.ts'
import { type Votes, voteIn, voterOf } from '../../panel/panel.ts'
import { UNKNOWN_COST, withCosts } from '../../panel/usage.ts'
import { answerLabel } from '../../prompt/show-texts.ts'
import { type Hearing, standingOf } from '../hearing.ts'
import { firstEntry } from '../iteration-entry.ts'
import { groupReplies, type LaidTable } from './group-replies.ts'

/**
 * Puts the first replies on the table. Of several replies of a model the answer that most of them give is its answer,
 * with a vote as heavy as their share; of equally many, the one that was given first.
 */
export async function layReplies(run: Run): Promise<LaidTable> {
  if (run.first.every(({ samples }) => samples === undefined)) return groupReplies(run)
  const drawn = run.first.map((hearing) => [hearing, ...(hearing.samples ?? [])])
  const laid = await groupReplies(
    run,
    drawn.flat().map((one) => standingOf(one, 'closed')),
  )
  const chosen = drawn.map((replies) => chooseReply(replies, laid))
  settleStandings(run, chosen)
  return foldTable(laid.table, chosen)
}

/** The reply that stands for a seat, and how many of its replies give the same answer. */
interface ChosenReply {
  /** What the seat said, under its own key, at the cost of all its replies. */
  hearing: Hearing
  /** The label of its answer, and the answer in its own words; null for none. */
  given: { label: string; answer: string } | null
  samples: NonNullable<SeatResponse['samples']>
}

function chooseReply(replies: Hearing[], { table, answers }: LaidTable): ChosenReply {
  const labels = replies.map(({ seat }) => table.held[seat.key] ?? null)
  const times = (label: string | null) => labels.filter((one) => one === label).length
  const given = labels.filter((label) => label !== null)
  const label = given.reduce<string | null>(
    (best, other) => (best === null || times(other) > times(best) ? other : best),
    null,
  )
  const reply = replies[labels.indexOf(label)]!
  const others = replies.filter((one) => one !== reply)
  return {
    hearing: {
      ...reply,
      seat: replies[0]!.seat,
      call: withCosts(
        reply.call ?? UNKNOWN_COST,
        others.map(({ call }) => call ?? UNKNOWN_COST),
      ),
    },
    given: label === null ? null : { label, answer: answers.get(reply.seat.key)! },
    samples: {
      drawn: replies.length,
      answered: given.length,
      agreeing: label === null ? 0 : times(label),
    },
  }
}

/** Lets every seat stand for its chosen reply, in its record and with its vote. */
function settleStandings(run: Run, chosen: ChosenReply[]): void {
  const { spiral } = run
  const hearings = chosen.map(({ hearing }) => hearing)
  const standings = hearings.map((hearing) => standingOf(hearing, 'closed'))
  const entry = firstEntry(hearings, standings, spiral.anchors)
  const responses = entry.responses.map((response, index) => ({
    ...response,
    samples: chosen[index]!.samples,
  }))
  const voteOf = voteIn(spiral.votes)
  const sharesOf = (voter: string) =>
    chosen
      .filter(({ hearing, samples }) => voterOf(hearing.seat) === voter && samples.answered > 0)
      .map(({ samples: { agreeing, answered } }) => agreeing / answered)
  const votes: Votes = Object.fromEntries(
    hearings.map(({ seat }) => [voterOf(seat), voteOf(seat) * meanOf(sharesOf(voterOf(seat)), 1)]),
  )
  run.spiral = { ...spiral, standings, entries: [{ ...entry, responses }], votes }
}

/** The table with one answer for each seat; what only lesser replies gave is not on it. */
function foldTable(table: Table, chosen: ChosenReply[]): LaidTable {
  const given = chosen.flatMap(({ hearing, given }) =>
    given === null ? [] : [{ key: hearing.seat.key, ...given }],
  )
  const givers = (label: string) => given.filter((one) => one.label === label).map(({ key }) => key)
  const left = table.answers.filter(({ label }) => givers(label).length > 0)
  // Labels without gaps, so that nobody looks for an answer that is not shown.
  const labels = new Map(left.map(({ label }, place) => [label, answerLabel(place)]))
  const compatible = table.compatible.filter((pair) => pair.every((label) => labels.has(label)))
  return {
    table: {
      ...table,
      answers: left.map((answer) => ({
        ...answer,
        label: labels.get(answer.label)!,
        first: givers(answer.label),
      })),
      compatible: compatible.map(([one, other]) => [labels.get(one)!, labels.get(other)!]),
      held: Object.fromEntries(given.map(({ key, label }) => [key, labels.get(label)!])),
    },
    answers: new Map(given.map(({ key, answer }) => [key, answer])),
  }
}
