import { stableShuffle } from '../../../utils/stable-hash.ts'
import type { Run } from '../../deliberation.ts'
import { type Holder, holdsPosition } from '../../measure/divergence.ts'
import type { Spiral } from '../../measure/spiral.ts'
import { bestReply, type Table } from '../../measure/table/table.ts'
import { askedOf } from '../../panel/asked.ts'
import type { ShownReply } from '../../panel/brief.ts'
import { voteIn } from '../../panel/votes.ts'
import { answerLabel, replyLabel, textsWithin } from '../../prompt/show-texts.ts'
import { askReader } from '../../reader/ask-reader.ts'
import { certainGroups, type Grouping, readGroups } from '../../reader/read-groups.ts'
import { areOptions, relationOn } from '../../relation/relate.ts'

/** The first replies of a panel on the table. */
export interface LaidTable {
  table: Table
  /** The short answer of each reply, by the key of its seat; a seat whose reply gives none is absent. */
  answers: Map<string, string>
}

/** Groups the first replies by the answers they give: by what is certain, and by a reading where that is not enough. */
export async function groupReplies(run: Run): Promise<LaidTable> {
  const { query } = run.request
  const { standings, votes } = run.spiral
  const holders = stableShuffle(standings.filter(holdsPosition), ({ seat }) => seat.key, query)
  const own = holders.map(({ position }) => position.answer || null)
  const relate = relationOn(query)
  const byCertainty = certainGroups(own, relate)
  if (isCertain(query, own, byCertainty))
    return laidTable(holders, { answers: own, groups: byCertainty, compatible: [] }, votes)

  const { texts, warnings } = textsWithin(holders.map(({ position }) => position.reason))
  const replies = texts.map((text, place): ShownReply => {
    return { label: replyLabel(place), answer: own[place]!, text }
  })
  const brief = { phase: 'reading', task: 'group-answers', ...askedOf(run.request), replies } as const
  const { reading } = await askReader(run, brief, (text) => readGroups(text, replies, relate))
  if (reading !== null) {
    run.warn(warnings)
    return laidTable(holders, reading, votes)
  }
  // What nobody could read stays apart, each in its own words.
  const answers = own.map((answer, place) => answer ?? holders[place]!.position.reason)
  const laid = laidTable(holders, { answers, groups: certainGroups(answers, relate), compatible: [] }, votes)
  const isUnread = laid.table.answers.some((one, place) =>
    laid.table.answers.slice(place + 1).some((other) => relate(one.answer, other.answer) === 'unknown'),
  )
  return isUnread ? { ...laid, table: { ...laid.table, isUnread } } : laid
}

/** Whether nothing is left to read: there is one answer, or every answer is a letter of one list of options. */
function isCertain(query: string, answers: Array<string | null>, groups: number[][]): boolean {
  const given = answers.filter((answer) => answer !== null)
  if (given.length < answers.length) return false
  return groups.length < 2 || areOptions(query, given)
}

function laidTable(
  holders: Holder[],
  { answers, groups, compatible }: Grouping,
  votes: Spiral['votes'],
): LaidTable {
  const voteOf = voteIn(votes ?? null)
  const table: Table = {
    answers: groups.map((places, group) => {
      const members = places.map((place) => holders[place]!)
      const best = bestReply(members, voteOf)
      const { position } = best
      return {
        label: answerLabel(group),
        answer: answers[holders.indexOf(best)]!,
        text: position.reason,
        first: members.map(({ seat }) => seat.key),
      }
    }),
    compatible: compatible.map(([one, other]) => [answerLabel(one), answerLabel(other)]),
    held: Object.fromEntries(
      groups.flatMap((places, group) =>
        places.map((place) => [holders[place]!.seat.key, answerLabel(group)]),
      ),
    ),
    rulings: {},
  }
  const given = groups.flat().map((place) => [holders[place]!.seat.key, answers[place]!] as const)
  return { table, answers: new Map(given) }
}
