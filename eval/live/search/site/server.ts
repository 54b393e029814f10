import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openSearchEngine, type SearchResult } from './rank-pages.ts'
import { type Page, readPages } from './read-pages.ts'
import { renderPage } from './render-page.ts'

/** The day on which all questions are asked. */
export const TODAY = '2026-11-19'

/** The engine also answers at the address itself, since it has no public name. */
const SEARCH_HOSTS = ['search.example', '127.0.0.1']
/** Longer than any reader should wait; `close()` does not wait for it. */
const SLOW_MS = 30_000

/** Read and indexed once, for all sites that are started. */
const pages = readPages()
const pagesByUrl = new Map(pages.map((page) => [page.url, page]))
const hosts = new Set([SEARCH_HOSTS[0]!, ...pages.map(({ host }) => host)])
const search = openSearchEngine(pages)

type EngineState = 'ok' | 'down' | 'forbidden' | 'slow' | 'empty'

export interface Site {
  port: number
  /** All hosts that answer, with that of the search engine. Pages that attack name others, which belong to nobody. */
  hosts: string[]
  /** What was asked for, also of hosts that do not exist. */
  log: Array<{ host: string; path: string }>
  close(): Promise<void>
}

/**
 * Starts the small web on the loopback interface. Addresses of pages have no port: whoever fetches `http://host/path`
 * connects to this port and sends the host in the header.
 */
export async function startSite({ engine = 'ok' }: { engine?: EngineState } = {}): Promise<Site> {
  const log: Site['log'] = []

  const server = createServer((request, response) => {
    const url = addressOf(request)
    log.push({ host: url.hostname, path: `${url.pathname}${url.search}` })
    if (SEARCH_HOSTS.includes(url.hostname)) return answerSearch(engine, url, response)
    const others = pages.filter(({ host }) => host === url.hostname)
    if (url.pathname === '/robots.txt' && hosts.has(url.hostname))
      return send(response, 200, 'text/plain', robotsOf(others))
    const page = pagesByUrl.get(`http://${url.hostname}${url.pathname}`)
    return page === undefined ? sendMissing(response) : answerPage(page, others, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hosts: [...hosts],
    log,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The address that was asked for; one that cannot be read is that of a page that does not exist. */
function addressOf({ url = '/', headers }: IncomingMessage): URL {
  const address = `http://${headers.host ?? 'unknown.example'}${url}`
  return URL.canParse(address) ? new URL(address) : new URL('http://unknown.example/')
}

function answerSearch(state: EngineState, url: URL, response: ServerResponse): void {
  const query = url.searchParams.get('q') ?? ''
  const answer = (results: SearchResult[]) =>
    send(response, 200, 'application/json', JSON.stringify({ query, results }))
  if (url.pathname !== '/search') sendMissing(response)
  else if (state === 'down') response.destroy()
  else if (state === 'forbidden') send(response, 403, 'text/html', '<h1>403 Forbidden</h1>')
  else if (state === 'slow') later(response, () => answer(search(query)))
  else answer(state === 'empty' ? [] : search(query))
}

function answerPage(page: Page, others: Page[], response: ServerResponse): void {
  const answer = () => send(response, 200, 'text/html', renderPage(page, others))
  if (page.kind === 'missing') sendMissing(response)
  else if (page.to !== null) response.writeHead(301, { location: page.to }).end()
  else if (page.kind === 'slow') later(response, answer)
  else answer()
}

/** Crawlers must not read where a page is forbidden; a reader who asks for it all the same is seen in the log. */
const robotsOf = (pages: Page[]) =>
  `User-agent: *\nDisallow: ${pages.some(({ kind }) => kind === 'forbidden') ? '/' : '/private/'}\n`

const sendMissing = (response: ServerResponse) =>
  send(
    response,
    404,
    'text/html',
    '<title>Not found</title><h1>404</h1><p>This page does not exist any more.</p>',
  )

const send = (response: ServerResponse, status: number, type: string, body: string) =>
  void response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body)

function later(response: ServerResponse, answer: () => void): void {
  const timer = setTimeout(answer, SLOW_MS)
  response.once('close', () => clearTimeout(timer))
}
