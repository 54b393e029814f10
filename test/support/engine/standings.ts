import type { Stage } from '../../../src/engine/hearing/structures/structure.ts'
import {
  type Agree,
  type Comparison,
  SAME_ANSWER,
} from '../../../src/engine/measure/agreement/compare-answers.ts'
import { type Landscape, type Standing, surveyLandscape } from '../../../src/engine/measure/landscape.ts'
import type { Seat } from '../../../src/engine/panel/panel.ts'
import { modelsNamed } from './scripted-panel.ts'

/** Answers agree when they are the same text. */
export const sameText: Agree = async (left, right) => (left === right ? 1 : 0)

/** A comparison by a measure of agreement that can read every answer. */
export function comparisonBy(agree: Agree): Comparison {
  return {
    agree,
    support: agree,
    evidence: agree,
    relate: async (left, right) => ((await agree(left, right)) >= SAME_ANSWER ? 'same' : 'different'),
    suspects: async () => false,
    canRead: () => true,
  }
}

/** A seat of a name, which is also its key. */
export function seatNamed(name: string): Seat {
  return { ...modelsNamed([name])[0]!, key: name }
}

/** Where seats stand, by name; null for one without a position. */
export function standingsOf(answers: Record<string, string | null>): Standing[] {
  return Object.entries(answers).map(([name, answer]) => ({
    seat: seatNamed(name),
    position: answer === null ? null : { answer, reason: `${name} says so`, claims: [`claim of ${name}`] },
    residual: null,
  }))
}

/** The start of an iteration in which seats hold the given answers. */
export async function stageOf(
  answers: Record<string, string | null>,
  { iteration = 2, agree = sameText }: { iteration?: number; agree?: Agree } = {},
): Promise<Stage & { landscape: Landscape }> {
  const standings = standingsOf(answers)
  const landscape = await surveyLandscape(standings, comparisonBy(agree))
  return {
    iteration,
    seats: standings.map(({ seat }) => seat),
    withdrawn: new Map(),
    landscape,
    theme: landscape.camps[0]!.central.position,
  }
}
