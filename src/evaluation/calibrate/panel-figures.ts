import {
  type Calibration,
  chancesOfGroups,
  probabilityOf,
  type Reliability,
  total,
  trustedProbability,
  type Votes,
} from '../../engine/index.ts'
import type { Answered } from '../answered.ts'
import { brierScore, calibrationError, share } from '../figures/calibration-error.ts'

/** What decides the answer of a panel and its confidence. */
export interface FittedVotes {
  votes: Votes
  reliability: Reliability
}

/** How well a panel does on some questions, by their first answers. */
export interface PanelFigures {
  accuracy: number
  /** The expected calibration error of its confidence. */
  ece: number
  brier: number
}

/** The figures of a panel with what was fitted, or, without it, with equal votes and the built-in calibration. */
export function panelFigures(
  answered: Answered[],
  calibration: Calibration,
  fitted: FittedVotes | null,
): PanelFigures {
  const voted = answered.map((one) => {
    const { right, weighed, counted } = votedAnswer(one, calibration, fitted)
    const confidence =
      fitted === null ? counted : trustedProbability({ weighed, counted }, fitted.reliability, calibration)
    return { right, confidence }
  })
  const stated = voted.map(({ confidence }) => confidence)
  const right = voted.map((one) => one.right)
  return {
    accuracy: share(right, Boolean),
    ece: calibrationError(stated, right),
    brier: brierScore(stated, right),
  }
}

/** The answer that votes choose, and its probability by the abilities of the members and by how many gave it. */
export interface VotedAnswer {
  right: boolean
  weighed: number
  counted: number
}

/** The answer that a panel gives to a question by its first answers. */
export function votedAnswer(
  { groups, members, offersOptions }: Answered,
  calibration: Calibration,
  fitted: FittedVotes | null,
): VotedAnswer {
  const sizes = groups.map(({ length }) => length)
  const countedAt = (place: number) =>
    probabilityOf(
      {
        given: sizes[place]!,
        compatible: 0,
        answering: total(sizes),
        rival: Math.max(0, ...sizes.toSpliced(place, 1)),
        offersOptions,
      },
      calibration,
    )
  const weights =
    fitted === null ? sizes : groups.map((group) => total(group.map((member) => fitted.votes[member]!)))
  const place = heaviest(weights)
  return {
    right: isRight(groups[place]!, members),
    weighed: fitted === null ? 0 : chancesOfGroups(groups, fitted.reliability)[place]!,
    // As in a run, an answer that fewer gave is not surer than the most common one.
    counted: Math.min(countedAt(place), countedAt(heaviest(sizes))),
  }
}

/** The first of the heaviest: groups are in the order in which the panel preferred them. */
function heaviest(weights: number[]): number {
  return weights.indexOf(Math.max(...weights))
}

/** Whether an answer is right; where those who gave it are judged differently, as most of them are. */
function isRight(group: string[], members: Answered['members']): boolean {
  return share(group, (member) => members[member]!.right === true) >= 0.5
}
