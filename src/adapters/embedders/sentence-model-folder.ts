import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartError } from '../../contract/start-error.ts'

/** How to run the model in a folder. */
export interface SentenceModel {
  precision: 'fp32' | 'q8'
  pooling: 'mean' | 'cls'
  /** Part of the checksum of the weights, to distinguish models in folders of the same name. */
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

/** Reads how to run a model from a folder in the Hugging Face layout, or throws an error that says what is missing. */
export async function readSentenceModel(folder: string): Promise<SentenceModel> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) {
    throw new StartError(
      `EMBEDDER_FOLDER: the folder ${folder} does not exist. Set it to the folder of an ONNX model.`,
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
      `EMBEDDER_FOLDER: ${folder} lacks ${missing.join(', ')}. It must contain an ONNX model in the Hugging Face layout.`,
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

/** How token vectors are combined into one: as the folder says, otherwise the mean. */
async function readPooling(folder: string): Promise<SentenceModel['pooling']> {
  const found = await readOptional(folder, '1_Pooling/config.json', PoolingFile)
  if (found === null) return 'mean'
  const { pooling_mode_cls_token: first, pooling_mode_mean_tokens: mean } = found
  if (first === mean) {
    throw new StartError(
      `EMBEDDER_FOLDER: ${folder}/1_Pooling/config.json requires a pooling other than mean or CLS. Choose a model with one of these.`,
    )
  }
  return first ? 'cls' : 'mean'
}

/** Rejects layers after the pooling: they are not in the ONNX file, and without them the vectors would be silently wrong. */
async function refuseOtherModules(folder: string): Promise<void> {
  const modules = (await readOptional(folder, 'modules.json', ModulesFile)) ?? []
  const other = modules.find(({ type }) => !KNOWN_MODULES.test(type))
  if (other !== undefined) {
    throw new StartError(
      `EMBEDDER_FOLDER: the model in ${folder} has an unsupported layer, ${other.type}. Choose a model with only transformer, pooling and normalisation layers.`,
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
    throw new StartError(`EMBEDDER_FOLDER: ${folder}/${file} cannot be read. Download the file again.`)
  }
}
