import type { StructureName } from '../../src/contract/panel.ts'
import type { Deliberation } from '../../src/engine/deliberation.ts'
import { runScripted } from '../../test/support/engine/scripted-panel.ts'
import { type Character, simulatedModel, simulatedReader } from './simulated-model.ts'
import { answerGiven, simulatedQuestion, TRUTH } from './simulated-question.ts'

/** A panel of simulated models with its question. */
export interface SimulatedPanel {
  seed: string
  characters: Character[]
  structure: StructureName
  maxIterations?: number
  /** The share of questions for which an axiom supports the truth. */
  axiomShare?: number
}

/** The result, compared with the truth. */
export interface SimulatedRun {
  result: Deliberation
  /** Whether the heaviest camp was right before seats saw each other's answers. */
  rightAtFirst: boolean
  /** Whether the answer is right. */
  right: boolean
}

/** Runs the engine with simulated models instead of real ones. */
export async function runSimulated(panel: SimulatedPanel): Promise<SimulatedRun> {
  const { seed, characters, structure, maxIterations = 7, axiomShare = 0 } = panel
  const question = simulatedQuestion(seed, axiomShare)
  const scripts = Object.fromEntries(
    characters.map((character, index) => {
      const name = `model-${index + 1}`
      return [name, simulatedModel({ name, character, question, seed })]
    }),
  )
  const { axiom } = question
  const result = await runScripted(scripts, {
    query: question.query,
    structure,
    maxIterations,
    reads: simulatedReader(question),
    ports: {
      findAnchors: async ({ levels }) => (axiom !== null && levels.includes(axiom.level) ? [axiom] : []),
    },
  }).result
  const { entries } = result
  const isRight = (entry: (typeof entries)[number]) =>
    answerGiven(question, entry.clusters[0]!.answer) === TRUTH
  return { result, rightAtFirst: isRight(entries[0]!), right: isRight(entries.at(-1)!) }
}

/** Several models with the same character. */
export function several(count: number, character: Character): Character[] {
  return Array<Character>(count).fill(character)
}
