import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartError } from '../../contract/start-error.ts'

/** How a model's folder says it is to be run. */
export interface SentenceModel {
  precision: 'fp32' | 'q8'
  pooling: 'mean' | 'cls'
  /** A part of the checksum of the weights, which tells two models in folders of one name apart. */
  digest: string
}

const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json']
const WEIGHTS = [
  ['onnx/model.onnx', 'fp32'],
  ['onnx/model_quantized.onnx', 'q8'],
] as const

const PoolingFile = z.object({
  pooling_mode_cls_token: z.boolean().default(false),
  pooling_mode_mean_tokens: z.boolean().default(false),
})

const ModulesFile = z.array(z.object({ type: z.string() }))
const KNOWN_MODULES = /\.(Transformer|Pooling|Normalize)$/

/** Reads from a folder in the layout of Hugging Face how its model is to be run, or says what is missing. */
export async function readSentenceModel(folder: string): Promise<SentenceModel> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) {
    throw new StartError(
      `EMBEDDER_FOLDER: there is no folder ${folder}. Set it to the folder of an ONNX model.`,
    )
  }
  const isThere = (file: string) =>
    access(join(folder, file)).then(
      () => true,
      () => false,
    )
  const missing: string[] = []
  for (const file of NEEDED) if (!(await isThere(file))) missing.push(file)
  const weights = (await isThere(WEIGHTS[0][0])) ? WEIGHTS[0] : WEIGHTS[1]
  if (!(await isThere(weights[0]))) missing.push(WEIGHTS.map(([file]) => file).join(' or '))
  if (missing.length > 0) {
    throw new StartError(
      `EMBEDDER_FOLDER: ${folder} lacks ${missing.join(', ')}. It must hold an ONNX model in the layout of Hugging Face.`,
    )
  }
  await refuseOtherModules(folder)
  const digest = await digestOf(join(folder, weights[0]))
  return { precision: weights[1], pooling: await readPooling(folder), digest }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex').slice(0, 8)
}

/** How the model makes one vector of many: as its folder says, and the mean where it says nothing. */
async function readPooling(folder: string): Promise<SentenceModel['pooling']> {
  const found = await readOptional(folder, '1_Pooling/config.json', PoolingFile)
  if (found === null) return 'mean'
  const { pooling_mode_cls_token: first, pooling_mode_mean_tokens: mean } = found
  if (first === mean) {
    throw new StartError(
      `EMBEDDER_FOLDER: ${folder}/1_Pooling/config.json asks for a pooling other than mean or CLS. Choose a model with one of these.`,
    )
  }
  return first ? 'cls' : 'mean'
}

/** A layer after the pooling is not in the ONNX file: without it the vectors would be wrong and nobody would see. */
async function refuseOtherModules(folder: string): Promise<void> {
  const modules = (await readOptional(folder, 'modules.json', ModulesFile)) ?? []
  const other = modules.find(({ type }) => !KNOWN_MODULES.test(type))
  if (other !== undefined) {
    throw new StartError(
      `EMBEDDER_FOLDER: the model in ${folder} has a part that is not served here, ${other.type}. Choose a model of transformer, pooling and normalisation alone.`,
    )
  }
}

async function readOptional<Content>(
  folder: string,
  file: string,
  schema: z.ZodType<Content>,
): Promise<Content | null> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    throw new StartError(`EMBEDDER_FOLDER: ${folder}/${file} cannot be read. Fetch the file again.`)
  }
}
