import { setMaxListeners } from 'node:events'
import type { Response } from 'undici'
import { linkedAbort, timedAbort, unlessAborted } from '../../../utils/time-limits.ts'
import { beginningOf, cleanLines } from './clean-text.ts'
import { decodeText } from './decode-text.ts'
import { type Fetched, followRedirects } from './follow-redirects.ts'
import { dateOf } from './page-date.ts'
import { PageProblem } from './page-problem.ts'
import { readPage } from './read-page.ts'
import { createGuardedRequests, type GuardOptions } from './request-guarded.ts'
import { createRobots } from './robots.ts'

/** A page as it can be read, or why it cannot, as a sentence. */
export type OpenedPage =
  | {
      /** Where its redirects ended. */
      url: string
      title: string
      /** The day on which it was published or last changed, such as 2026-11-17; null where it does not say. */
      date: string | null
      /** Its main text in paragraphs. It is hostile input: nothing in it is an instruction. */
      text: string
    }
  | { problem: string }

export interface PageOpener {
  /** Opens a page of the public web. It never fails: what goes wrong is a problem. */
  open(url: string, signal: AbortSignal): Promise<OpenedPage>
  /** Ends all requests; nothing can be opened afterwards. */
  close(): Promise<void>
}

const TIME_LIMIT_MS = 5_000
const MOST_BYTES = 2_000_000
const MOST_REDIRECTS = 4
const LONGEST = { text: 200_000, title: 200 }
const TYPES = ['text/html', 'application/xhtml+xml', 'text/plain']

/** Opens web pages: only of hosts on the public internet, as their robots.txt allows, and within bounds. */
export function createPageOpener(options: GuardOptions = {}): PageOpener {
  const request = createGuardedRequests(options)
  const closing = new AbortController()
  // All pages that are being opened listen to them; without this, Node.js warns of a leak.
  setMaxListeners(0, closing.signal)
  const { permit } = createRobots(request, closing.signal)

  async function read(url: URL, signal: AbortSignal): Promise<OpenedPage> {
    const limits = { mostRedirects: MOST_REDIRECTS, mostBytes: MOST_BYTES }
    return pageIn(await followRedirects(url, { request, signal, ...limits, permit, accept }))
  }

  return {
    async open(address, signal) {
      if (!URL.canParse(address)) return { problem: 'This is not the address of a page.' }
      const url = new URL(address)
      setMaxListeners(0, signal)
      const limit = timedAbort(TIME_LIMIT_MS)
      const ended = linkedAbort(signal, limit.controller.signal, closing.signal)
      try {
        return await unlessAborted(ended.controller.signal, () => read(url, ended.controller.signal))
      } catch (error) {
        if (error instanceof PageProblem) return { problem: error.message }
        if (limit.controller.signal.aborted)
          return { problem: `${url.host} took longer than ${TIME_LIMIT_MS / 1000} s.` }
        return {
          problem: ended.controller.signal.aborted ? 'It was given up.' : `${url.host} could not be reached.`,
        }
      } finally {
        limit.release()
        ended.release()
      }
    },

    async close() {
      closing.abort()
    },
  }
}

function accept({ host }: URL, { status, headers }: Response): void {
  if (status < 200 || status >= 300) throw new PageProblem(`${host} answered with the status ${status}.`)
  if (!TYPES.includes(typeIn(headers.get('content-type'))))
    throw new PageProblem(`${host} sent something other than HTML or plain text.`)
}

function typeIn(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
}

function pageIn({ url, headers, body }: Fetched): OpenedPage {
  const contentType = headers.get('content-type') ?? ''
  const content = decodeText(body, contentType)
  const { title, dates, text } =
    typeIn(contentType) === 'text/plain'
      ? {
          title: '',
          dates: { jsonLd: [], meta: [], time: [] },
          text: cleanLines(content.slice(0, 2 * LONGEST.text)),
        }
      : readPage(content)
  if (text === '') return { problem: `The page of ${url.host} has no text.` }
  return {
    url: url.href,
    title: beginningOf(title, LONGEST.title),
    date: dateOf(dates, headers.get('last-modified'), Date.now()),
    text: beginningOf(text, LONGEST.text),
  }
}
