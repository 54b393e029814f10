import { afterEach, describe, expect, it } from 'vitest'
import { MODEL_FILES, modelFolder, standInTransformers } from '../../../test/support/stand-in-transformers.ts'
import { StartError } from '../../contract/start-error.ts'
import { openOnnxEmbedder } from './onnx-embedder.ts'

let made: ReturnType<typeof modelFolder> | null = null

afterEach(() => {
  made?.remove()
  made = null
})

function folderOf(...parts: Parameters<typeof modelFolder>): string {
  made = modelFolder(...parts)
  return made.folder
}

/** Why a folder cannot be opened, in words for the operator. */
async function refusalOf(folder: string, load = standInTransformers().load): Promise<string> {
  const error = await openOnnxEmbedder(folder, load).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(StartError)
  return (error as Error).message
}

const POOLING = '1_Pooling/config.json'

describe('the embedder of a local folder', () => {
  it('opens the model in the folder, and loads nothing from elsewhere', async () => {
    const folder = folderOf()
    const transformers = standInTransformers()
    await openOnnxEmbedder(`${folder}/`, transformers.load)
    expect(transformers.env).toEqual({
      allowRemoteModels: false,
      localModelPath: made?.parent,
      useFSCache: false,
    })
    expect(transformers.opened).toEqual([
      {
        task: 'feature-extraction',
        model: 'small-model',
        dtype: 'fp32',
        device: 'cpu',
        local_files_only: true,
      },
    ])
  })

  it('uses the quantised model if there is no other', async () => {
    const transformers = standInTransformers()
    const files = [...MODEL_FILES.slice(0, 3), 'onnx/model_quantized.onnx']
    await openOnnxEmbedder(folderOf(files), transformers.load)
    expect(transformers.opened).toMatchObject([{ dtype: 'q8' }])
  })

  it.each([
    ['the mean', {}, 'mean'],
    ['the mean', { [POOLING]: { pooling_mode_mean_tokens: true, pooling_mode_cls_token: false } }, 'mean'],
    ['CLS', { [POOLING]: { pooling_mode_mean_tokens: false, pooling_mode_cls_token: true } }, 'cls'],
  ])('uses %s pooling as configured in the folder', async (_, contents, pooling) => {
    const transformers = standInTransformers()
    const embedder = await openOnnxEmbedder(folderOf(MODEL_FILES, contents), transformers.load)
    await embedder.embed(['one', 'two'])
    expect(transformers.asked.slice(-2)).toEqual([
      { texts: ['one'], pooling, normalize: true },
      { texts: ['two'], pooling, normalize: true },
    ])
  })

  it('rejects a model with other dimensions, and names the folder, what it found and what to do', async () => {
    const folder = folderOf()
    expect(await refusalOf(folder, standInTransformers(384).load)).toBe(
      `EMBEDDER_FOLDER: the model in ${folder} returns vectors with 384 dimensions, but this service needs 768. Choose a model with 768 dimensions, for example bge-base-en-v1.5.`,
    )
  })

  it('reports a missing folder', async () => {
    const folder = folderOf()
    expect(await refusalOf(`${folder}/nowhere`)).toContain(`the folder ${folder}/nowhere does not exist.`)
    expect(await refusalOf(`${folder}/config.json`)).toContain('does not exist')
  })

  it('names every file that is missing', async () => {
    const folder = folderOf(['config.json'])
    expect(await refusalOf(folder)).toContain(
      `${folder} lacks tokenizer.json, tokenizer_config.json, onnx/model.onnx or onnx/model_quantized.onnx.`,
    )
  })

  it.each([
    ['a pooling of another kind', { [POOLING]: { pooling_mode_max_tokens: true } }, 'other than mean or CLS'],
    ['a pooling file that is damaged', { [POOLING]: '{' }, `${POOLING} cannot be read`],
    [
      'a layer after the pooling',
      { 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] },
      'an unsupported layer, sentence_transformers.models.Dense',
    ],
  ])('rejects %s', async (_, contents, problem) => {
    expect(await refusalOf(folderOf(MODEL_FILES, contents))).toContain(problem)
  })

  it('accepts a folder with transformer, pooling and normalisation', async () => {
    const types = ['models.Transformer', 'models.Pooling', 'models.Normalize']
    const modules = types.map((type) => ({ type: `sentence_transformers.${type}` }))
    const folder = folderOf(MODEL_FILES, { 'modules.json': modules })
    await expect(openOnnxEmbedder(folder, standInTransformers().load)).resolves.toBeDefined()
  })

  it('reports a model that cannot be opened', async () => {
    const folder = folderOf()
    const broken = {
      ...(await standInTransformers().load()),
      pipeline: () => Promise.reject(Error('damaged')),
    }
    expect(await refusalOf(folder, async () => broken)).toContain(`${folder} cannot be opened: damaged`)
  })
})
