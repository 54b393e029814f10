import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Transformers } from '../../src/adapters/embedders/load-transformers.ts'
import { numbersOf } from './scripted-embeddings.ts'

/**
 * Takes the place of `@huggingface/transformers`, which is 700 MB with its runtimes and too much for every install:
 * it notes how it is called, and gives each text numbers of its own. What is checked against it is our side alone.
 */
export function standInTransformers(dimensions = 768) {
  const env = { allowRemoteModels: true, localModelPath: '/elsewhere', useFSCache: true }
  const opened: unknown[] = []
  const asked: Array<{ texts: string[]; pooling: string; normalize: boolean }> = []
  const transformers: Transformers = {
    env,
    async pipeline(task, model, options) {
      opened.push({ task, model, ...options })
      return async (texts, { pooling, normalize }) => {
        asked.push({ texts, pooling, normalize })
        return {
          dims: [texts.length, dimensions],
          data: Float32Array.from(texts.flatMap((text) => numbersOf(text, dimensions))),
        }
      }
    },
  }
  return { env, opened, asked, load: async () => transformers }
}

/** The files a folder of a model has at least. */
export const MODEL_FILES = ['config.json', 'tokenizer.json', 'tokenizer_config.json', 'onnx/model.onnx']

/** Makes a folder with the files of a model, empty but for those with content given. */
export function modelFolder(files: string[] = MODEL_FILES, contents: Record<string, unknown> = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'stretto-onnx-'))
  const folder = join(parent, 'small-model')
  mkdirSync(folder)
  const write = (file: string, content: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  for (const file of files) write(file, '{}')
  for (const [file, content] of Object.entries(contents))
    write(file, typeof content === 'string' ? content : JSON.stringify(content))
  return { parent, folder, remove: () => rmSync(parent, { recursive: true }) }
}
