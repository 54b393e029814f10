import { type ReadFile, type SameQuestionFile, verifierIn } from '../adapters/assets/data-files.ts'
import { builtPage } from '../adapters/assets/page-files.ts'
import { unpackPrepared } from '../adapters/assets/panel-assets.ts'
import { loadBuiltinModel } from '../adapters/embedders/builtin-embedder.ts'
import type { AxiomRecord } from '../contract/axiom.ts'
import { StartError } from '../contract/start-error.ts'
import type { Calibration, TextChoice } from '../engine/index.ts'
import type { Assets } from '../main/parts/node-parts.ts'
import { withTimeLimit } from '../utils/time-limits.ts'

interface AssetsBinding {
  fetch(address: string): Promise<Response>
}

/** Everything small that is read at the start; the build writes it (`scripts/worker/write-fitted.ts`). */
export interface FittedFile {
  /** What the axioms must have been prepared with. */
  key: string
  axioms: AxiomRecord[]
  measures: { calibration: Calibration; textChoice: TextChoice }
  sameQuestion: SameQuestionFile
  pages: { playground: string[]; docs: string[] }
}

/** After this long, whoever waits for what another object began to read reads it itself: that object may have ended. */
const PATIENCE_MS = 5_000

let known: Assets | null = null
let reading: Promise<Assets> | null = null

/** The assets of the service, read once in an isolate, whose memory holds one copy. */
export async function readWorkerAssets(assets: AssetsBinding): Promise<Assets> {
  while (known === null) {
    const isOurs = reading === null
    reading ??= readAll(assets)
    const begun = reading
    try {
      known ??= await withTimeLimit(PATIENCE_MS, begun)
    } catch (error) {
      if (isOurs) throw error
    } finally {
      if (reading === begun) reading = null
    }
  }
  return known
}

async function readAll(assets: AssetsBinding): Promise<Assets> {
  const open = async (path: string) => {
    const response = await assets.fetch(`https://assets.invalid/${path}`)
    if (response.status === 200) return response
    throw new StartError(`The asset ${path} cannot be read (${response.status}). Deploy again.`)
  }
  const read: ReadFile = async (path) => new Uint8Array(await (await open(path)).arrayBuffer())
  const [embedding, found, fitted] = await Promise.all([
    loadBuiltinModel((file) => read(`embedding/${file}`)),
    read('axioms.bin').then((content) => unpackPrepared(Buffer.from(content.buffer))),
    open('fitted.json').then((response) => response.json() as Promise<FittedFile>),
  ])
  const { key, axioms, measures, sameQuestion, pages } = fitted
  if (found?.key !== key)
    throw new StartError('The asset axioms.bin is damaged or of another build. Deploy again.')
  // Pages are read when somebody opens them: all of them would take two megabytes of every isolate.
  const page = (folder: string, files: string[]) =>
    builtPage(files, (file) => async () => (await open(`${folder}/${file}`)).body!)
  return {
    axioms,
    measures,
    embedding,
    prepared: found.prepared,
    sameQuestion: verifierIn(sameQuestion),
    playground: page('playground', pages.playground),
    docs: page('docs', pages.docs),
  }
}

/** A response whose body was compressed already, which the platform would compress once more. */
export function sentAsItIs(response: Response): Response {
  const { status, headers, body } = response
  if (!headers.has('Content-Encoding')) return response
  return new Response(body, { status, headers, encodeBody: 'manual' } as ResponseInit)
}
