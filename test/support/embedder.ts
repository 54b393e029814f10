import {
  type BuiltinEmbedder,
  createBuiltinEmbedder,
  readBuiltinModel,
} from '../../src/adapters/embedders/builtin-embedder.ts'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Reads the built-in model, for a process that embeds with it alone. */
export async function openBuiltinEmbedder(): Promise<BuiltinEmbedder> {
  return createBuiltinEmbedder(await readBuiltinModel(), nextTurn)
}
