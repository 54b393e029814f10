import type { Calibration } from '../../engine/index.ts'
import type { Answered } from '../answered.ts'
import { agreementMatrix } from './agreement.ts'
import { type CurvePoint, calibrationCurve } from './calibration-curve.ts'
import { brierScore, calibrationError } from './calibration-error.ts'
import { type CheapFirst, cheapFirst } from './cheap-first.ts'
import { type Dropped, dropEach, memberToDrop } from './drop-member.ts'
import { differenceWithin, type Interval, meanOf, shareWithin, sumOf } from './intervals.ts'
import { type PairFigures, pairsAmong } from './pairs.ts'
import { costOf, rightOf, voteOf } from './votes.ts'

/** What is known of one member. */
export interface MemberFigures {
  member: string
  /** How many questions it answered. */
  answered: number
  /** How often it is right, where no answer is never right; null without right answers to compare with. */
  accuracy: Interval | null
  /** What a reply costs, and how long it takes, on average; null when unknown. */
  costUsd: number | null
  latencyMs: number | null
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
  /** Every pair, the best first. */
  pairs: PairFigures[]
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
  /** How many answers have which confidence, in ten bins of equal width. */
  confidences: number[]
  costUsd: number | null
  /** What is known of the cost in all; null if nothing is. */
  totalCostUsd: number | null
  /** Whether the cost of a question is unknown. */
  hasUnknownCosts: boolean
  latencyMs: number | null
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
export function reportOn(answered: Answered[], options: ReportOptions): Report {
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
    confidences: histogram(answered.map(({ panel }) => panel.confidence)),
    costUsd: meanOf(costs),
    totalCostUsd: costs.every((cost) => cost === null) ? null : sumOf(costs.map((cost) => cost ?? 0)),
    hasUnknownCosts: costs.includes(null),
    latencyMs: meanOf(answered.map(({ panel }) => panel.latencyMs)),
    judged: judged.length === 0 ? null : judgedFigures(judged, members, options),
  }
}

function memberFigures(member: string, answered: Answered[], judged: Answered[]): MemberFigures {
  const replies = answered.flatMap(({ members }) => members[member] ?? [])
  return {
    member,
    answered: replies.filter(({ answer }) => answer !== null).length,
    accuracy: judged.length === 0 ? null : shareWithin(sumOf(rightOf(judged, member)), judged.length),
    costUsd: meanOf(replies.map(({ costUsd }) => costUsd)),
    latencyMs: meanOf(replies.map(({ latencyMs }) => latencyMs)),
  }
}

function judgedFigures(
  judged: Answered[],
  members: MemberFigures[],
  { calibration, first }: ReportOptions,
): JudgedFigures {
  const names = members.map(({ member }) => member)
  const right = judged.map(({ panel }) => panel.right === true)
  const stated = judged.map(({ panel }) => panel.confidence)
  const accuracyOf = (name: string) => members.find(({ member }) => member === name)?.accuracy?.value ?? 0
  const dropped = dropEach(judged, names)
  return {
    questions: judged.length,
    panel: shareWithin(right.filter(Boolean).length, judged.length),
    vote: sumOf(voteOf(judged, names)) / judged.length,
    bestMember: names[0]!,
    overBest: differenceWithin(right.map(Number), rightOf(judged, names[0]!)),
    pairs: pairsAmong(judged, names, accuracyOf),
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
function asked(first: string[] = [], judged: Answered[], members: MemberFigures[]): string[] {
  const others = members
    .map(({ member }) => ({ member, cost: costOf(judged, [member]) ?? Number.POSITIVE_INFINITY }))
    .filter(({ member }) => !first.includes(member))
    // Without known costs the weaker ones stand for the cheaper ones.
    .reverse()
    .sort((one, other) => (one.cost === other.cost ? 0 : one.cost - other.cost))
  return [...first, ...others.map(({ member }) => member)]
}

function mistakesIn(judged: Answered[]): Mistake[] {
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

const BINS = 10

function histogram(confidences: number[]): number[] {
  const counts = new Array<number>(BINS).fill(0)
  for (const confidence of confidences) counts[Math.min(BINS - 1, Math.floor(confidence * BINS))]!++
  return counts
}
