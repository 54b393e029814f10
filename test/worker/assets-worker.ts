import { createBuiltinEmbedder } from '../../src/adapters/embedders/builtin-embedder.ts'
import { createAxiomLibrary } from '../../src/axioms/axiom-library.ts'
import { createAxiomVectors } from '../../src/axioms/axiom-vectors.ts'
import { wordEvidenceIn } from '../../src/axioms/word-evidence.ts'
import { createApi } from '../../src/http/documentation/api-routes.ts'
import { mountPage } from '../../src/http/shared/built-page.ts'
import { answerErrors } from '../../src/http/shared/error-response.ts'
import { readWorkerAssets, sentAsItIs } from '../../src/worker/assets.ts'

/** What is used of the platform. */
interface Platform {
  ASSETS: { fetch(address: string): Promise<Response> }
  RUNS: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
}

const pageOf = (name: string) => ({ operationId: name, summary: name, description: name, name })
/** How often a file was read by this isolate. */
let reads = 0

function counted({ ASSETS }: Platform): Platform['ASSETS'] {
  return {
    fetch(address) {
      reads += address.endsWith('/weights.bin') ? 1 : 0
      return ASSETS.fetch(address)
    },
  }
}

async function searchAxioms(platform: Platform, text: string): Promise<Response> {
  const { axioms, embedding, prepared } = await readWorkerAssets(counted(platform))
  const { vectors, words } = prepared!
  const embedder = createBuiltinEmbedder(embedding, async () => {})
  const library = createAxiomLibrary(axioms, embedder, { evidenceOf: wordEvidenceIn(words) })
  library.useVectors(await createAxiomVectors(vectors))
  const found = await library.search({ text, topK: 5, minScore: 0, levels: null })
  return Response.json({ reads, found: found.map(({ id, relevance }) => ({ id, relevance })) })
}

async function openPages(platform: Platform, request: Request): Promise<Response> {
  const { playground, docs } = await readWorkerAssets(counted(platform))
  const app = createApi()
  answerErrors(app, { info() {}, error() {} })
  mountPage(app, { path: '/playground', built: playground, ...pageOf('playground') })
  mountPage(app, { path: '/docs', built: docs, ...pageOf('docs') })
  return sentAsItIs(await app.fetch(request))
}

/** Numbers without an end, or nothing at all; that the caller has left is kept for the next. */
let ended = 0
function answerForEver({ url, signal }: Request): Promise<Response> | Response {
  signal.addEventListener('abort', () => ended++)
  if (url.endsWith('/silence')) return new Promise(() => setInterval(() => {}, 1_000))
  let number = 0
  const body = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.enqueue(new TextEncoder().encode(`${number++}\n`))
    },
  })
  return new Response(body)
}

async function answer(request: Request, platform: Platform, door: string): Promise<Response> {
  try {
    return await answerAt(request, platform, door)
  } catch (error) {
    return new Response(String(error), { status: 500 })
  }
}

async function answerAt(request: Request, platform: Platform, door: string): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/door')
    return Response.json({ door, from: request.headers.get('cf-connecting-ip'), body: await request.text() })
  if (pathname === '/count' || pathname === '/silence') return answerForEver(request)
  if (pathname === '/ended') return Response.json({ ended })
  if (pathname === '/reads') return Response.json({ reads })
  if (pathname.startsWith('/object/')) return platform.RUNS.getByName(pathname).fetch(request)
  if (pathname === '/axioms') return searchAxioms(platform, searchParams.get('q')!)
  return openPages(platform, request)
}

export const edge = {
  fetch: (request: Request, platform: Platform) => answer(request, platform, 'edge'),
}
export const tasks = {
  fetch: (request: Request, platform: Platform) => answer(request, platform, 'tasks'),
}
export default { fetch: edge.fetch }

/** An object that reads the assets; one whose name says so ends itself when it begins to. */
export class Runs {
  readonly context: { abort(reason: string): never }
  readonly platform: Platform

  constructor(context: Runs['context'], platform: Platform) {
    this.context = context
    this.platform = platform
  }

  async fetch(request: Request): Promise<Response> {
    const end = () => Promise.resolve().then(() => this.context.abort('ended'))
    const platform = request.url.endsWith('/ending')
      ? { ...this.platform, ASSETS: { fetch: end } }
      : this.platform
    return searchAxioms(platform, 'Why is the sky blue?')
  }
}

export class Memory extends Runs {}
export class Limits extends Runs {}
export class Counters extends Runs {}
