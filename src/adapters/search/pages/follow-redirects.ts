import type { Headers, Response } from 'undici'
import { PageProblem } from './page-problem.ts'
import type { RequestGuarded } from './request-guarded.ts'

const REDIRECTS = [301, 302, 303, 307, 308]

export interface Fetched {
  /** The address at which the redirects ended. */
  url: URL
  status: number
  headers: Headers
  /** Its beginning where it is longer than allowed. */
  body: Uint8Array
}

export interface RedirectOptions {
  request: RequestGuarded
  signal: AbortSignal
  mostRedirects: number
  /** The longest body, decompressed. */
  mostBytes: number
  /** Refuses an address by a `PageProblem` before it is requested. */
  permit?: (url: URL) => Promise<void>
  /** Refuses a response by a `PageProblem` before its body is read. */
  accept?: (url: URL, response: Response) => void
}

/** Requests a URL and those that it redirects to. Every one of them passes the same checks. */
export async function followRedirects(first: URL, options: RedirectOptions): Promise<Fetched> {
  const { request, signal, mostRedirects, mostBytes, permit, accept } = options
  let url = first
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    await permit?.(url)
    const fetched = await request(url, signal, async (response): Promise<Fetched | URL> => {
      const { status, headers } = response
      const location = headers.get('location')
      if (REDIRECTS.includes(status) && location !== null) return new URL(location, url)
      accept?.(url, response)
      return { url, status, headers, body: await beginningOf(response, mostBytes) }
    })
    if (!(fetched instanceof URL)) return fetched
    url = fetched
  }
  throw new PageProblem(`${first.host} redirected more than ${mostRedirects} times.`)
}

async function beginningOf({ body }: Response, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= mostBytes) break
  }
  return Buffer.concat(chunks).subarray(0, mostBytes)
}
