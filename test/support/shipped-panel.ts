import { readAgreement, readAxioms, readCalibration } from '../../src/adapters/assets/data-files.ts'
import { openBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import { openTestLibrary } from './axioms.ts'
import { runScripted, type Script } from './engine/scripted-panel.ts'

const embedder = await openBuiltinEmbedder()
const library = await openTestLibrary(readAxioms(), embedder)
const shipped = { agreement: readAgreement(), calibration: readCalibration() }

/** Scripts by the names of their seats: “seat-1” and so on. */
function seatsOf(scripts: Script[]): Record<string, Script> {
  return Object.fromEntries(scripts.map((script, index) => [`seat-${index + 1}`, script]))
}

/** Runs scripted seats through the engine with the agreement, calibration, embedder and axioms that ship. */
export function runShipped(
  query: string,
  scripts: Script[],
  options: Parameters<typeof runScripted>[1] = {},
): ReturnType<typeof runScripted> {
  return runScripted(seatsOf(scripts), {
    query,
    ...shipped,
    ...options,
    ports: { embed: embedder.embed, findAnchors: library.findAnchors, ...options.ports },
  })
}

/** Runs seats that give such answers as JSON in the form our prompts ask for, the exposition alone. */
export function firstRound(query: string, answers: string[]) {
  const replies = answers.map((answer) => ({ answer, reason: 'So it is known.', claims: [] }))
  return runShipped(query, replies, { maxIterations: 1, compose: false }).result
}
