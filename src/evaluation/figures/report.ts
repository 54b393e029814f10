import type { Calibration } from '../../engine/index.ts'
import type { AnsweredQuestion } from '../answered.ts'
import {
  type CheapFirst,
  cheapFirst,
  costOf,
  type Dropped,
  dropEach,
  memberToDrop,
  rightOf,
  voteOf,
} from './fewer-members.ts'
import {
  brierScore,
  type CurvePoint,
  calibrationCurve,
  calibrationError,
  differenceWithin,
  type Interval,
  meanOf,
  shareWithin,
  sumOf,
} from './statistics.ts'

/** What is known of one member. */
export interface MemberFigures {
  member: string
  /** How many questions it answered. */
  answered: number
  /** How often it is right, where no answer is never right; null without right answers to compare with. */
  accuracy: Interval | null
  /** What a reply costs on average; null when unknown. */
  costUsd: number | null
}

/** A wrong answer of the panel. */
export interface Mistake {
  id: string
  line: number
  question: string
  gold: string
  answer: string
  confidence: number
  /** The members that were right. */
  rightMembers: string[]
}

/** What can be said where right answers are known. */
export interface JudgedFigures {
  questions: number
  panel: Interval
  /** The vote of the first answers alone, with ties by lot: what later rounds add is the difference to the panel. */
  vote: number
  bestMember: string
  /** By how much more often the panel is right than its best member. */
  overBest: Interval
  curve: CurvePoint[]
  calibrationError: number
  brierScore: number
  cheapFirst: CheapFirst[]
  dropped: Dropped[]
  /** The member that can be dropped; null if none can. */
  drop: Dropped | null
  mistakes: Mistake[]
}

/** Everything that an evaluation found. */
export interface Report {
  name: string
  questions: number
  members: MemberFigures[]
  agreement: Array<Array<number | null>>
  /** How far the first answers diverged on average, and how often all agreed. */
  divergence: number
  consensus: number
  costUsd: number | null
  /** What is known of the cost in all; null if nothing is. */
  totalCostUsd: number | null
  /** Whether the cost of a question is unknown. */
  hasUnknownCosts: boolean
  judged: JudgedFigures | null
}

/** How many of the most confident mistakes are listed. */
const MISTAKES = 10

interface ReportOptions {
  name: string
  /** As shipped; what cheap members that agree are trusted by. */
  calibration: Calibration
  /** The members in the order in which they are asked first; the cheapest first unless given. */
  first?: string[] | undefined
}

/** The figures of answered questions; none may be missing its members. */
export function reportOn(answered: AnsweredQuestion[], options: ReportOptions): Report {
  const names = [...new Set(answered.flatMap(({ members }) => Object.keys(members)))]
  const judged = answered.filter(({ panel }) => panel.right !== null)
  const members = names.map((member) => memberFigures(member, answered, judged))
  members.sort((one, other) => (other.accuracy?.value ?? 0) - (one.accuracy?.value ?? 0))
  const costs = answered.map(({ panel }) => panel.costUsd)
  return {
    name: options.name,
    questions: answered.length,
    members,
    agreement: agreementMatrix(
      answered,
      members.map(({ member }) => member),
    ),
    divergence: meanOf(answered.map(({ panel }) => panel.divergence)) ?? 0,
    consensus: answered.filter(({ groups }) => groups.length === 1).length / Math.max(1, answered.length),
    costUsd: meanOf(costs),
    totalCostUsd: costs.every((cost) => cost === null) ? null : sumOf(costs.map((cost) => cost ?? 0)),
    hasUnknownCosts: costs.includes(null),
    judged: judged.length === 0 ? null : judgedFigures(judged, members, options),
  }
}

function memberFigures(
  member: string,
  answered: AnsweredQuestion[],
  judged: AnsweredQuestion[],
): MemberFigures {
  const replies = answered.flatMap(({ members }) => members[member] ?? [])
  return {
    member,
    answered: replies.filter(({ answer }) => answer !== null).length,
    accuracy: judged.length === 0 ? null : shareWithin(sumOf(rightOf(judged, member)), judged.length),
    costUsd: meanOf(replies.map(({ costUsd }) => costUsd)),
  }
}

function judgedFigures(
  judged: AnsweredQuestion[],
  members: MemberFigures[],
  { calibration, first }: ReportOptions,
): JudgedFigures {
  const names = members.map(({ member }) => member)
  const right = judged.map(({ panel }) => panel.right === true)
  const stated = judged.map(({ panel }) => panel.confidence)
  const dropped = dropEach(judged, names)
  return {
    questions: judged.length,
    panel: shareWithin(right.filter(Boolean).length, judged.length),
    vote: sumOf(voteOf(judged, names)) / judged.length,
    bestMember: names[0]!,
    overBest: differenceWithin(right.map(Number), rightOf(judged, names[0]!)),
    curve: calibrationCurve(stated, right),
    calibrationError: calibrationError(stated, right),
    brierScore: brierScore(stated, right),
    cheapFirst: cheapFirst(judged, asked(first, judged, members), calibration),
    dropped,
    drop: memberToDrop(dropped),
    mistakes: mistakesIn(judged),
  }
}

/** The members in the order in which they are asked: as given, then the cheapest first. */
function asked(first: string[] = [], judged: AnsweredQuestion[], members: MemberFigures[]): string[] {
  const others = members
    .map(({ member }) => ({ member, cost: costOf(judged, [member]) ?? Number.POSITIVE_INFINITY }))
    .filter(({ member }) => !first.includes(member))
    // Without known costs the weaker ones stand for the cheaper ones.
    .reverse()
    .sort((one, other) => (one.cost === other.cost ? 0 : one.cost - other.cost))
  return [...first, ...others.map(({ member }) => member)]
}

function mistakesIn(judged: AnsweredQuestion[]): Mistake[] {
  return judged
    .filter(({ panel }) => panel.right === false)
    .sort((one, other) => other.panel.confidence - one.panel.confidence)
    .slice(0, MISTAKES)
    .map(({ id, line, question, gold, panel, members }) => ({
      id,
      line,
      question,
      gold: gold ?? '',
      answer: panel.answer,
      confidence: panel.confidence,
      rightMembers: Object.keys(members).filter((member) => members[member]!.right),
    }))
}

/** How often two members give the same answer, of the questions that both answer and that were compared; null for none. */
export function agreementMatrix(
  answered: AnsweredQuestion[],
  members: string[],
): Array<Array<number | null>> {
  const [same, both] = [grid(members.length), grid(members.length)]
  const placeOf = new Map(members.map((member, place) => [member, place]))
  for (const { groups } of answered) {
    const places = groups.map((group) => group.map((member) => placeOf.get(member)!))
    const all = places.flat()
    for (const one of all) for (const other of all) both[one]![other]!++
    for (const group of places) for (const one of group) for (const other of group) same[one]![other]!++
  }
  return same.map((row, one) =>
    row.map((count, other) => (both[one]![other] ? count / both[one]![other]! : null)),
  )
}

function grid(size: number): number[][] {
  return Array.from({ length: size }, () => new Array<number>(size).fill(0))
}
