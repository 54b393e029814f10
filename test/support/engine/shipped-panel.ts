import { readAxioms, readMeasures } from '../../../src/adapters/assets/data-files.ts'
import { openTestLibrary } from '../axioms.ts'
import { openBuiltinEmbedder } from '../embedder.ts'
import { runScripted, type Script } from './scripted-panel.ts'

const embedder = await openBuiltinEmbedder()
const library = await openTestLibrary(readAxioms(), embedder)
// Scripted models stand for those that it was fitted on.
const calibration = { ...readMeasures().calibration, strangers: 1 }

/** Runs scripted seats, “seat-1” and so on, through the engine with the calibration, embedder and axioms that ship. */
export function runShipped(
  query: string,
  scripts: Script[],
  options: Parameters<typeof runScripted>[1] = {},
): ReturnType<typeof runScripted> {
  const seats = Object.fromEntries(scripts.map((script, index) => [`seat-${index + 1}`, script]))
  return runScripted(seats, {
    query,
    calibration,
    ...options,
    ports: { embed: embedder.embed, findAnchors: library.findAnchors, ...options.ports },
  })
}
