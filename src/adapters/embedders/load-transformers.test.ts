import { expect, it } from 'vitest'
import { StartError } from '../../contract/start-error.ts'
import { loadTransformers } from './load-transformers.ts'

const failing = (message: string) => loadTransformers(() => Promise.reject(new Error(message)))

it('names the package to install if it is missing', async () => {
  const words = "Cannot find package '@huggingface/transformers' imported from /service/dist/main.js"
  await expect(failing(words)).rejects.toEqual(
    new StartError(
      'EMBEDDER=onnx requires the package @huggingface/transformers. Install it with: npm install @huggingface/transformers',
      { cause: new Error(words) },
    ),
  )
})

it.each(["Cannot find package 'onnxruntime-node' imported from /service", 'libstdc++.so.6: not found'])(
  'reports any other problem with the package: %s',
  async (words) => {
    await expect(failing(words)).rejects.toThrow(`cannot be loaded: ${words}`)
  },
)
