import type { Calibration } from '../../engine/index.ts'
import type { AnsweredRow } from '../answered.ts'
import { cheapFirst, costOf, dropEach, memberToDrop, rightOf, voteOf } from './fewer-members.ts'
import {
  brierScore,
  calibrationCurve,
  calibrationError,
  differenceWithin,
  meanOf,
  shareWithin,
  sumOf,
} from './statistics.ts'

export type Report = ReturnType<typeof reportOn>

export type JudgedFigures = ReturnType<typeof judgedFigures>

const MISTAKES = 10

interface ReportOptions {
  name: string
  /** As shipped; what cheap members that agree are trusted by. */
  calibration: Calibration
  /** The members in the order in which they are asked first; the cheapest first unless given. */
  first?: string[] | undefined
}

/** The figures of answered questions; none may be missing its members. */
export function reportOn(answered: AnsweredRow[], options: ReportOptions) {
  const names = [...new Set(answered.flatMap(({ members }) => Object.keys(members)))]
  const judged = answered.filter(({ panel }) => panel.right !== null)
  const members = names.map((member) => memberFigures(member, answered, judged))
  members.sort((one, other) => (other.accuracy?.value ?? 0) - (one.accuracy?.value ?? 0))
  const sorted = members.map(({ member }) => member)
  const costs = answered.map(({ panel }) => panel.costUsd)
  return {
    name: options.name,
    questions: answered.length,
    members,
    agreement: agreementMatrix(answered, sorted),
    /** How far the first answers diverged on average, and how often all agreed. */
    divergence: meanOf(answered.map(({ panel }) => panel.divergence)) ?? 0,
    consensus: answered.filter(({ groups }) => groups.length === 1).length / Math.max(1, answered.length),
    costUsd: meanOf(costs),
    /** What is known of the cost in all; null if nothing is. */
    totalCostUsd: costs.every((cost) => cost === null) ? null : sumOf(costs.map((cost) => cost ?? 0)),
    /** Whether the cost of a question is unknown. */
    hasUnknownCosts: costs.includes(null),
    judged: judged.length === 0 ? null : judgedFigures(judged, sorted, options),
  }
}

function memberFigures(member: string, answered: AnsweredRow[], judged: AnsweredRow[]) {
  const replies = answered.flatMap(({ members }) => members[member] ?? [])
  return {
    member,
    answered: replies.filter(({ answer }) => answer !== null).length,
    /** How often it is right, where no answer is never right; null without right answers to compare with. */
    accuracy: judged.length === 0 ? null : shareWithin(sumOf(rightOf(judged, member)), judged.length),
    /** What a reply costs on average; null when unknown. */
    costUsd: meanOf(replies.map(({ costUsd }) => costUsd)),
  }
}

function judgedFigures(
  judged: AnsweredRow[],
  /** The best member first. */
  members: string[],
  { calibration, first }: ReportOptions,
) {
  const bestMember = members[0]!
  const right = judged.map(({ panel }) => panel.right === true)
  const stated = judged.map(({ panel }) => panel.confidence)
  const dropped = dropEach(judged, members)
  return {
    questions: judged.length,
    panel: shareWithin(right.filter(Boolean).length, judged.length),
    /** The vote of the first answers alone, with ties by lot: what later rounds add is the difference to the panel. */
    vote: sumOf(voteOf(judged, members)) / judged.length,
    bestMember,
    /** By how much more often the panel is right than its best member. */
    overBest: differenceWithin(right.map(Number), rightOf(judged, bestMember)),
    curve: calibrationCurve(stated, right),
    calibrationError: calibrationError(stated, right),
    brierScore: brierScore(stated, right),
    cheapFirst: cheapFirst(judged, askedFirst(first, judged, members), calibration),
    dropped,
    drop: memberToDrop(dropped),
    mistakes: mistakesIn(judged),
  }
}

/** The members in the order in which they are asked: as given, then the cheapest first. */
function askedFirst(given: string[] = [], judged: AnsweredRow[], members: string[]): string[] {
  const others = members
    .filter((member) => !given.includes(member))
    .map((member) => ({ member, cost: costOf(judged, [member]) ?? Number.POSITIVE_INFINITY }))
    // Without known costs the weaker ones stand for the cheaper ones.
    .reverse()
    .sort((one, other) => (one.cost === other.cost ? 0 : one.cost - other.cost))
  return [...given, ...others.map(({ member }) => member)]
}

function mistakesIn(judged: AnsweredRow[]) {
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
      /** The members that were right. */
      rightMembers: Object.keys(members).filter((member) => members[member]!.right),
    }))
}

/** How often two members give the same answer, of the questions that both answer and that were compared; null for none. */
export function agreementMatrix(answered: AnsweredRow[], members: string[]): Array<Array<number | null>> {
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
