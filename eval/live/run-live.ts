import { readAxioms, readMeasures } from '../../src/adapters/assets/data-files.ts'
import { createSandbox } from '../../src/adapters/sandbox/sandbox.ts'
import { jsonFormatOf } from '../../src/contract/json-format.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import type { StructureName } from '../../src/contract/panel.ts'
import { deliberate } from '../../src/engine/deliberate.ts'
import type { Deliberation, DeliberationPorts } from '../../src/engine/deliberation.ts'
import type { AskModel } from '../../src/engine/panel/model-port.ts'
import { openTestLibrary } from '../../test/support/axioms.ts'
import { openBuiltinEmbedder } from '../../test/support/embedder.ts'
import type { LiveQuestion } from './live-question.ts'

/** The day on which the panels were asked, which their prompts state. */
export const ASKED_ON = Date.UTC(2026, 10, 17)
const MODELS = ['model-a', 'model-b', 'model-c', 'model-d', 'model-e']

/** How the models of a live panel confer. */
export function structureOf({ models }: Pick<LiveQuestion, 'models'>): StructureName {
  return models > 3 ? 'fugue' : 'sonata'
}

/** Runs live questions through the engine with everything that ships. */
export async function openLivePanels() {
  const embedder = await openBuiltinEmbedder()
  const library = await openTestLibrary(readAxioms(), embedder)
  const measures = readMeasures()
  // Its processes end with this one.
  const programs = createSandbox()
  const seatOf = (model: string) => ({ provider: 'openai', name: model, model, temperature: 0.7 })

  return (
    question: LiveQuestion,
    reader: string,
    askModel: AskModel,
    onEvent: DeliberationPorts['onEvent'] = () => {},
  ): Promise<Deliberation> => {
    const models = question.samples ? MODELS.slice(1, question.models) : MODELS.slice(0, question.models)
    const never = new AbortController().signal
    const format = question.response_format && jsonFormatOf(question.response_format)
    const background = {
      instructions: format?.instructions ?? null,
      history: (question.messages ?? []).map(({ role, content }) => ({ role, text: content })),
      documents: question.context ?? [],
    }
    const comesWithNothing =
      format === null && background.history.length === 0 && background.documents.length === 0
    return deliberate(
      {
        ...measures,
        query: question.query,
        ...(comesWithNothing ? {} : { background }),
        criteria: null,
        kind: null,
        ...(format && { format }),
        models: models.map(seatOf),
        ...(question.first && {
          first: { models: question.first.map(seatOf), enough: LIMITS.enoughDefault, ofAnyKind: false },
        }),
        ...(question.samples && { samples: question.samples }),
        isThorough: question.thorough,
        writer: question.writer === null ? null : seatOf(question.writer),
        reader: seatOf(question.reader ?? reader),
        structure: structureOf(question),
        maxIterations: LIMITS.iterationsDefault,
        ...(question.exposition_only && { budget: { maxCalls: models.length, maxCostUsd: null } }),
        votes: null,
        signal: never,
        deadline: never,
        checkpoint: null,
      },
      {
        askModel,
        findAnchors: library.findAnchors,
        embed: embedder.embed,
        ...(question.tests && { programs }),
        now: () => ASKED_ON,
        pause: async () => {},
        onEvent,
        onCheckpoint() {},
      },
    )
  }
}
