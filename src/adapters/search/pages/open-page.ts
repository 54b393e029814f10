import { setMaxListeners } from 'node:events'
import type { Response } from 'undici'
import { beginningOf } from '../../../utils/both-ends.ts'
import { linkedAbort, timedAbort, unlessAborted } from '../../../utils/time-limits.ts'
import { cleanLines } from './clean-text.ts'
import { decodeText } from './decode-text.ts'
import { dateOf } from './page-date.ts'
import { readPage } from './read-page.ts'
import { createGuardedRequests, type Fetched, type GuardOptions, PageProblem } from './request-guarded.ts'
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

/** Opens a page of the public web. It never fails, and ends within seconds: what goes wrong is a problem. */
export type OpenPage = (url: string, signal: AbortSignal) => Promise<OpenedPage>

const TIME_LIMIT_MS = 5_000
const LONGEST = { text: 200_000, title: 200 }
const READABLE = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\s*(?:;|$)/i

/** Opens web pages: only of hosts on the public internet, as their robots.txt allows, and within bounds. */
export function createPageOpener(options: GuardOptions = {}): OpenPage {
  const request = createGuardedRequests(options)
  const permit = createRobots(request)

  return async (address, caller) => {
    if (!URL.canParse(address)) return { problem: 'This is not the address of a page.' }
    const url = new URL(address)
    // Many pages listen to the same one; without this, Node.js warns of a leak.
    setMaxListeners(0, caller)
    const limit = timedAbort(TIME_LIMIT_MS)
    const { controller, release } = linkedAbort(caller, limit.controller.signal)
    const { signal } = controller
    try {
      // A name that is looked up cannot be hurried.
      return pageIn(await unlessAborted(signal, () => request(url, signal, { permit, accept })))
    } catch (error) {
      if (error instanceof PageProblem) return { problem: error.message }
      if (limit.controller.signal.aborted)
        return { problem: `${url.host} took longer than ${TIME_LIMIT_MS / 1000} s.` }
      return { problem: signal.aborted ? 'It was given up.' : `${url.host} could not be reached.` }
    } finally {
      limit.release()
      release()
    }
  }
}

function accept({ host }: URL, { status, headers }: Response): void {
  if (status < 200 || status >= 300) throw new PageProblem(`${host} answered with the status ${status}.`)
  if (!READABLE.test(headers.get('content-type') ?? ''))
    throw new PageProblem(`${host} sent something other than HTML or plain text.`)
}

function pageIn({ url, headers, body }: Fetched): OpenedPage {
  const contentType = headers.get('content-type') ?? ''
  const content = decodeText(body, contentType)
  const { title, dates, text } = /^text\/plain/i.test(contentType)
    ? { title: '', dates: [], text: cleanLines(content.slice(0, 2 * LONGEST.text)) }
    : readPage(content)
  if (text === '') return { problem: `The page of ${url.host} has no text.` }
  return {
    url: url.href,
    title: beginningOf(title, LONGEST.title),
    date: dateOf(dates, headers.get('last-modified')),
    text: beginningOf(text, LONGEST.text),
  }
}
