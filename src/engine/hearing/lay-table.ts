import { type Anchor, LEVELS } from '../../contract/axiom.ts'
import type { SeatResponse } from '../../contract/deliberation.ts'
import { stableShuffle } from '../../utils/stable-hash.ts'
import type { Run, Spiral } from '../deliberation.ts'
import { type AnswerTable, bestReply } from '../measure/answer-table.ts'
import type { ShownReply } from '../panel/brief.ts'
import { type Holder, holdsPosition, meanOf, type Votes, voteIn, voterOf } from '../panel/panel.ts'
import { UNKNOWN_COST, withCosts } from '../panel/usage.ts'
import { answerLabel, askedOf, replyLabel, shownStep, textsWithin, writtenCalls } from '../prompt/material.ts'
import { askReader } from '../reader/ask-model.ts'
import { certainGroups, type Grouping, readGroups } from '../reader/read-groups.ts'
import type { RulingsReply } from '../reading/read-rulings.ts'
import { areOptions, relationIn } from '../reading/relate.ts'
import { firstEntry, type Hearing, standingOf } from './hearing.ts'

export interface LaidTable {
  table: AnswerTable
  /** The short answer of each reply, by the key of its seat; a seat whose reply gives none is absent. */
  answers: Map<string, string>
}

const UNREAD =
  'No model could read which answers are the same; answers that are not certainly the same are counted as different.'

/** Groups the first replies by the answers they give: by what is certain, and by a reading where that is not enough. */
async function groupReplies(run: Run, standings = run.spiral.standings): Promise<LaidTable> {
  const { query, step } = run.request
  const { votes } = run.spiral
  const holders = stableShuffle(standings.filter(holdsPosition), ({ seat }) => seat.key, query)
  const own = holders.map(({ position }) => position.answer || null)
  const relate = relationIn(run.request)
  const byCertainty = certainGroups(own, relate)
  const given = own.filter((answer) => answer !== null)
  const isCertain = byCertainty.length < 2 || (!step && areOptions(query, given))
  if (given.length === own.length && isCertain)
    return laidTable(holders, { answers: own, groups: byCertainty, compatible: [] }, votes)

  // What a model certainly says several times is read once.
  const shown = distinctReplies(holders, byCertainty, step !== undefined)
  const { texts, warnings } = textsWithin(shown.map(({ place }) => holders[place]!.position.reason))
  const replies = shown.map(({ place }, index) => {
    const { calls } = holders[place]!.position
    return { answer: calls ? writtenCalls(calls) : own[place]!, text: texts[index]!, isCall: !!calls }
  })
  const anchors = step ? [] : await findDeciding(run)
  const reading = await readGrouping(run, replies, { iteration: 1, anchors })
  if (reading !== null) {
    run.warn(warnings)
    const read = new Map(shown.map(({ place }, index) => [place, reading.answers[index]!]))
    const answers = own.map((answer, place) => answer ?? read.get(place) ?? null)
    const groups = reading.groups.map((group) => group.flatMap((index) => shown[index]!.same))
    const laid = laidTable(holders, { ...reading, answers, groups }, votes)
    return { ...laid, table: { ...laid.table, contrary: contraryIn(reading, anchors) } }
  }
  // What nobody could read stays apart, each in its own words.
  const answers = own.map((answer, place) => answer ?? holders[place]!.position.reason)
  const groups = certainGroups(answers, relate)
  const laid = laidTable(holders, { answers, groups, compatible: [] }, votes)
  const isUnread = laid.table.answers.some((one, place) =>
    laid.table.answers.slice(place + 1).some((other) => relate(one.answer, other.answer) === 'unknown'),
  )
  if (isUnread) run.warn([UNREAD])
  return laid
}

/** The axioms that contradict most replies of a group, by the label of its answer. */
function contraryIn({ groups, contradicted }: Grouping, anchors: Anchor[]): AnswerTable['contrary'] {
  const against = (id: string, group: number[]) => {
    const replies = new Set(contradicted.filter((one) => one.id === id).flatMap((one) => one.replies))
    return 2 * group.filter((place) => replies.has(place)).length > group.length
  }
  return Object.fromEntries(
    groups.map((group, place) => [answerLabel(place), anchors.filter(({ id }) => against(id, group))]),
  )
}

/** The minimum relevance of an axiom that may answer a question. */
const HIGHLY_RELEVANT = 0.9
const MOST_AXIOMS = 5

/** The axioms of any level that may decide the question. */
export async function findDeciding({ ports, request }: Run): Promise<Anchor[]> {
  await ports.pause()
  const found = await ports.findAnchors({ levels: LEVELS, texts: [request.query], limit: MOST_AXIOMS })
  return found.filter(({ relevance }) => relevance >= HIGHLY_RELEVANT)
}

/** One reply for every certain answer of a seat, or of them all, and the places of all replies that give it. */
function distinctReplies(
  holders: Holder[],
  certain: number[][],
  isStep: boolean,
): Array<{ place: number; same: number[] }> {
  const distinct = new Map<string, number[]>()
  holders.forEach(({ seat }, place) => {
    const group = certain.findIndex((places) => places.includes(place))
    // The same step is the same, whoever takes it; an answer may be said in other words.
    const by = isStep ? '' : (seat.sample?.of ?? seat.key)
    const key = `${group === -1 ? `alone ${place}` : group} ${by}`
    distinct.set(key, [...(distinct.get(key) ?? []), place])
  })
  return [...distinct.values()].map((same) => ({ place: same[0]!, same }))
}

/** Lets a reader say which replies give the same answer; null where nobody can. */
async function readGrouping(
  run: Run,
  given: Array<Omit<ShownReply, 'label'> & { isCall?: boolean }>,
  { iteration, anchors }: { iteration: number; anchors: Anchor[] },
): Promise<Grouping | null> {
  const replies = given.map(({ answer, text }, place) => ({ label: replyLabel(place), answer, text }))
  const { step, query, criteria } = run.request
  // What was said before the question tells nothing about whether two steps are the same.
  const asked = step ? { query, criteria, step: shownStep(run) } : askedOf(run.request)
  const brief = { phase: 'reading', task: 'group-answers', ...asked, replies, anchors } as const
  const read = (text: string) => {
    const grouping = readGroups(text, replies, relationIn(run.request))
    // A call and an answer in words are never the same.
    const isMixed = (places: number[]) => new Set(places.map((place) => given[place]!.isCall)).size > 1
    return grouping?.groups.some(isMixed) ? null : grouping
  }
  return (await askReader(run, brief, read, { iteration })).reading
}

function laidTable(
  holders: Holder[],
  { answers, groups, compatible }: Omit<Grouping, 'contradicted'>,
  votes: Spiral['votes'],
): LaidTable {
  const voteOf = voteIn(votes)
  const table: AnswerTable = {
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

/** The table with new answers on it, and the label of the answer that a seat gave in its own words, by its key. */
type PlacedAnswers = Pick<LaidTable, 'table'> & { given: Map<string, string> }

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
  const offered = hearings.flatMap(({ seat: { key }, reply }) =>
    hasRoom && reply?.newAnswer ? [{ key, answer: reply.newAnswer, text: reply.reasoning }] : [],
  )
  if (offered.length === 0) return { table, given: new Map() }
  const all = [...table.answers, ...offered]
  const answers = all.map(({ answer }) => answer)
  const certain = certainGroups(answers, relationIn(run.request))
  const isPlaced = certain.every((group) => group.length > 1 || group[0]! < table.answers.length)
  if (isPlaced) return place(table, offered, certain)

  const reading = await readGrouping(run, all, { iteration: run.spiral.entries.length + 1, anchors: [] })
  // Answers that are apart on the table stay apart, whatever a later reading says.
  const isJoining = (group: number[]) => group.filter((index) => index < table.answers.length).length > 1
  const groups = reading === null || reading.groups.some(isJoining) ? certain : reading.groups
  return place(table, offered, groups)
}

function place(
  table: AnswerTable,
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
  const [label = null] = given.toSorted((one, other) => times(other) - times(one))
  const reply = replies[labels.indexOf(label)]!
  const others = replies.filter((one) => one !== reply)
  const costOf = ({ call }: Hearing) => call ?? UNKNOWN_COST
  return {
    hearing: { ...reply, seat: replies[0]!.seat, call: withCosts(costOf(reply), others.map(costOf)) },
    given: label === null ? null : { label, answer: answers.get(reply.seat.key)! },
    samples: { drawn: replies.length, answered: given.length, agreeing: label === null ? 0 : times(label) },
  }
}

/** Lets every seat stand for its chosen reply, in its record and with its vote. */
function settleStandings(run: Run, chosen: ChosenReply[]): void {
  const { spiral } = run
  const hearings = chosen.map(({ hearing }) => hearing)
  const standings = hearings.map((hearing) => standingOf(hearing, 'closed'))
  const entry = firstEntry(hearings, standings, spiral.anchors)
  const responses = entry.responses.map((one, index) => ({ ...one, samples: chosen[index]!.samples }))
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
function foldTable(table: AnswerTable, chosen: ChosenReply[]): LaidTable {
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
      answers: left.map((one) => ({ ...one, label: labels.get(one.label)!, first: givers(one.label) })),
      compatible: compatible.map(([one, other]) => [labels.get(one)!, labels.get(other)!]),
      contrary: Object.fromEntries(
        Object.entries(table.contrary ?? {}).flatMap(([label, axioms]) =>
          labels.has(label) ? [[labels.get(label)!, axioms]] : [],
        ),
      ),
      held: Object.fromEntries(given.map(({ key, label }) => [key, labels.get(label)!])),
    },
    answers: new Map(given.map(({ key, answer }) => [key, answer])),
  }
}
