import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request for embeddings as it arrived. */
export interface EmbeddingCall {
  path: string
  authorization: string
  model: string
  input: string[]
  dimensions: number | undefined
  /** Aborts when the caller hangs up. */
  gone: AbortSignal
}

type Script = (call: EmbeddingCall, response: ServerResponse) => unknown

/** A server that speaks the embeddings protocol and answers as a script says. */
export interface ScriptedEmbeddings {
  url: string
  calls: EmbeddingCall[]
  close(): Promise<void>
}

/** Starts one on a free port. A script returns the vectors, or writes the response itself. */
export async function startScriptedEmbeddings(
  script: Script = ({ input }) => input.map((given) => numbersOf(given)),
): Promise<ScriptedEmbeddings> {
  const calls: EmbeddingCall[] = []
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    const call: EmbeddingCall = {
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      model: body.model,
      input: body.input,
      dimensions: body.dimensions,
      gone: gone.signal,
    }
    calls.push(call)
    const vectors = await script(call, response)
    if (Array.isArray(vectors) && !response.headersSent && !response.destroyed)
      sendEmbeddings(
        response,
        vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Answers with a list of vectors as it stands. */
export function sendEmbeddings(response: ServerResponse, data: unknown[]): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ object: 'list', data, model: 'scripted', usage: { prompt_tokens: 1 } }))
}

/** Numbers that depend on the text alone and differ from text to text; their length is far from 1. */
export function numbersOf(given: string, dimensions = 768): number[] {
  let state = 7
  for (const character of given) state = (state * 31 + character.codePointAt(0)!) % 2_147_483_647
  return Array.from({ length: dimensions }, () => {
    state = (state * 48_271 + 1) % 2_147_483_647
    return state / 1_073_741_824 - 1
  })
}
