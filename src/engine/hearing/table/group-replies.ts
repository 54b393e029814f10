import { stableShuffle } from '../../../utils/stable-hash.ts'
import type { Run, Spiral } from '../../deliberation.ts'
import { type Holder, holdsPosition } from '../../measure/divergence.ts'
import { bestReply, type Table } from '../../measure/table/table.ts'
import { askedOf } from '../../panel/asked.ts'
import type { ShownReply } from '../../panel/brief.ts'
import { voteIn } from '../../panel/panel.ts'
import { answerLabel, replyLabel, textsWithin } from '../../prompt/show-texts.ts'
import { askReader } from '../../reader/ask-reader.ts'
import { certainGroups, type Grouping, readGroups } from '../../reader/read-groups.ts'
import type { RulingsReply } from '../../reading/reply/read-rulings.ts'
import { areOptions, relationIn } from '../../relation/relate.ts'
import type { Hearing } from '../hearing.ts'
import { shownStep, writtenCalls } from '../shown-step.ts'

/** The first replies of a panel on the table. */
export interface LaidTable {
  table: Table
  /** The short answer of each reply, by the key of its seat; a seat whose reply gives none is absent. */
  answers: Map<string, string>
}

const UNREAD =
  'No model could read which answers are the same; answers that are not certainly the same are counted as different.'

/** Groups the first replies by the answers they give: by what is certain, and by a reading where that is not enough. */
export async function groupReplies(run: Run, standings = run.spiral.standings): Promise<LaidTable> {
  const { query, step } = run.request
  const { votes } = run.spiral
  const holders = stableShuffle(standings.filter(holdsPosition), ({ seat }) => seat.key, query)
  const own = holders.map(({ position }) => position.answer || null)
  const relate = relationIn(run.request)
  const byCertainty = certainGroups(own, relate)
  if (isCertain(step ? null : query, own, byCertainty))
    return laidTable(holders, { answers: own, groups: byCertainty, compatible: [] }, votes)

  // What a model certainly says several times is read once.
  const shown = distinctReplies(holders, byCertainty, step !== undefined)
  const { texts, warnings } = textsWithin(shown.map(({ place }) => holders[place]!.position.reason))
  const replies = shown.map(({ place }, index) => {
    const { calls } = holders[place]!.position
    return {
      answer: calls ? writtenCalls(calls) : own[place]!,
      text: texts[index]!,
      isCall: calls !== undefined,
    }
  })
  const reading = await readGrouping(run, replies, 1)
  if (reading !== null) {
    run.warn(warnings)
    const read = new Map(shown.map(({ place }, index) => [place, reading.answers[index]!]))
    const answers = own.map((answer, place) => answer ?? read.get(place) ?? null)
    const groups = reading.groups.map((group) => group.flatMap((index) => shown[index]!.same))
    return laidTable(holders, { ...reading, answers, groups }, votes)
  }
  // What nobody could read stays apart, each in its own words.
  const answers = own.map((answer, place) => answer ?? holders[place]!.position.reason)
  const laid = laidTable(holders, { answers, groups: certainGroups(answers, relate), compatible: [] }, votes)
  const isUnread = laid.table.answers.some((one, place) =>
    laid.table.answers.slice(place + 1).some((other) => relate(one.answer, other.answer) === 'unknown'),
  )
  if (isUnread) run.warn([UNREAD])
  return laid
}

/** One reply for every certain answer of a seat, or of them all, and the places of all replies that give it. */
function distinctReplies(
  holders: Holder[],
  certain: number[][],
  isStep: boolean,
): Array<{ place: number; same: number[] }> {
  const distinct = new Map<string, { place: number; same: number[] }>()
  holders.forEach(({ seat }, place) => {
    const group = certain.findIndex((places) => places.includes(place))
    // The same step is the same, whoever takes it; an answer may be said in other words.
    const by = isStep ? '' : (seat.sample?.of ?? seat.key)
    const key = `${group === -1 ? `alone ${place}` : group} ${by}`
    const known = distinct.get(key)
    if (known === undefined) distinct.set(key, { place, same: [place] })
    else known.same.push(place)
  })
  return [...distinct.values()]
}

/** Lets a reader say which replies give the same answer; null where nobody can. */
async function readGrouping(
  run: Run,
  given: Array<Omit<ShownReply, 'label'> & { isCall?: boolean }>,
  iteration: number,
): Promise<Grouping | null> {
  const replies = given.map(({ answer, text }, place) => ({ label: replyLabel(place), answer, text }))
  const { step, query, criteria } = run.request
  // What was said before the question tells nothing about whether two steps are the same.
  const asked = step ? { query, criteria, step: shownStep(run) } : askedOf(run.request)
  const brief = { phase: 'reading', task: 'group-answers', ...asked, replies } as const
  const read = (text: string) => {
    const grouping = readGroups(text, replies, relationIn(run.request))
    return grouping !== null && mixesCalls(grouping, given) ? null : grouping
  }
  return (await askReader(run, brief, read, { iteration })).reading
}

/** Whether a reader takes a call and an answer in words for the same. */
function mixesCalls({ groups }: Grouping, given: Array<{ isCall?: boolean }>): boolean {
  return groups.some((places) => new Set(places.map((place) => given[place]!.isCall === true)).size > 1)
}

/** Whether nothing is left to read: there is one answer, or every answer is a letter of one list of options in the question. */
function isCertain(query: string | null, answers: Array<string | null>, groups: number[][]): boolean {
  const given = answers.filter((answer) => answer !== null)
  if (given.length < answers.length) return false
  return groups.length < 2 || (query !== null && areOptions(query, given))
}

function laidTable(
  holders: Holder[],
  { answers, groups, compatible }: Grouping,
  votes: Spiral['votes'],
): LaidTable {
  const voteOf = voteIn(votes)
  const table: Table = {
    answers: groups.map((places, group) => {
      const members = places.map((place) => holders[place]!)
      // Whoever only wrote down a call did not make it.
      const callers = members.filter(({ position }) => position.calls !== undefined)
      const best = bestReply(callers.length > 0 ? callers : members, voteOf)
      const { position } = best
      return {
        label: answerLabel(group),
        answer: answers[holders.indexOf(best)]!,
        text: position.reason,
        ...(position.calls && { calls: position.calls }),
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

interface PlacedAnswers {
  /** The table with the new answers on it. */
  table: Table
  /** The label of the answer that a seat gave in its own words, by its key. */
  given: Map<string, string>
}

/** A panel that still brings up new answers when so many are on the table will not agree on one. */
const MOST_ANSWERS = 48

/** Puts the new answers of an iteration on the table, or with an answer that is there: by certainty, else by one reading. */
export async function placeNewAnswers(
  run: Run,
  hearings: Array<Hearing<RulingsReply>>,
): Promise<PlacedAnswers> {
  const table = run.spiral.table!
  // Another step than those on the table would have to be called, not told.
  const hasRoom = !run.request.step && table.answers.length + hearings.length <= MOST_ANSWERS
  const offered = hearings.flatMap(({ seat, reply }) =>
    reply?.newAnswer == null || !hasRoom
      ? []
      : [{ key: seat.key, answer: reply.newAnswer, text: reply.reasoning }],
  )
  if (offered.length === 0) return { table, given: new Map() }
  const all = [...table.answers, ...offered]
  const answers = all.map(({ answer }) => answer)
  const certain = certainGroups(answers, relationIn(run.request))
  const isPlaced = certain.every((group) => group.length > 1 || group[0]! < table.answers.length)
  if (isPlaced) return place(table, offered, certain)

  const reading = await readGrouping(run, all, run.spiral.entries.length + 1)
  // Answers that are apart on the table stay apart, whatever a later reading says.
  const isJoining = (group: number[]) => group.filter((index) => index < table.answers.length).length > 1
  const groups = reading === null || reading.groups.some(isJoining) ? certain : reading.groups
  return place(table, offered, groups)
}

function place(
  table: Table,
  offered: Array<{ key: string; answer: string; text: string }>,
  groups: number[][],
): PlacedAnswers {
  const answers = [...table.answers]
  const given = new Map<string, string>()
  for (const group of groups) {
    const own = group
      .filter((index) => index >= table.answers.length)
      .map((index) => offered[index - table.answers.length]!)
    if (own.length === 0) continue
    const known = group.find((index) => index < table.answers.length)
    const label = known === undefined ? answerLabel(answers.length) : table.answers[known]!.label
    if (known === undefined) answers.push({ label, answer: own[0]!.answer, text: own[0]!.text, first: [] })
    for (const { key } of own) given.set(key, label)
  }
  return { table: { ...table, answers }, given }
}
