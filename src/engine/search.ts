import type { Found, Run } from './deliberation.ts'
import type { Hearing } from './hearing/hearing.ts'
import { askedOf } from './prompt/material.ts'
import { askReader, readersOf } from './reader/ask-model.ts'
import { listIn, objectsIn, textOf } from './reading/reply-fields.ts'
import { cutText } from './reading/reply-text.ts'

const MOST_QUERIES = 2
const LONGEST_QUERY = 200
const NO_ENGINE = 'This server has no search engine, so the web was not searched.'
const NO_BUDGET = 'The budget did not allow a search of the web.'
const UNPLANNED = 'No model could say what to search the web for, so it was not searched.'
const NOTHING_FOUND = 'The web search found no page on this question.'

/** Whether first replies may ask for a search: it is allowed, possible, and has not been made. */
export function maySearch({ request, ports, spiral }: Run): boolean {
  const { search, format, step } = request
  const isAsked = search === 'auto' && format === undefined && step === undefined
  return isAsked && ports.findPages !== undefined && spiral.found === undefined
}

/** Whether most of those who replied ask for a search. */
export function wantSearch(hearings: Hearing[]): boolean {
  const replied = hearings.filter(({ reply, kind }) => reply !== null || kind !== undefined)
  return replied.filter((one) => one.wantsSearch).length * 2 > replied.length
}

/**
 * Searches the web for all seats at once. From then on the pages are documents of the question; where there is none, it is
 * answered without, and a warning says why. The state is stored, so that a run that is taken up again shows the same pages.
 */
export async function searchWeb(run: Run): Promise<void> {
  const { ports, request, spiral } = run
  const { findPages } = ports
  // What to search for, and the replies to what is found.
  const least = 1 + firstReplies(run)
  const why = findPages === undefined ? NO_ENGINE : run.affords(least) ? null : NO_BUDGET
  // A second reader must leave enough for the replies.
  const readers = readersOf(run).slice(0, run.affords(least + 1) ? undefined : 1)
  const brief = { phase: 'reading', task: 'plan-search', ...askedOf(request), date: spiral.date } as const
  const planned = why === null ? await askReader(run, brief, readQueries, { iteration: 1, readers }) : null
  const queries = planned?.reading ?? []
  const { pages, searches, problem } =
    findPages === undefined || queries.length === 0
      ? { pages: [], searches: 0, problem: why ?? UNPLANNED }
      : await findPages({ question: request.query, queries, signal: run.signal })
  const found: Found = { queries, pages, problem: problem ?? (pages.length === 0 ? NOTHING_FOUND : null) }
  const { usage } = run.spiral
  const made = searches + (usage.searches ?? 0)
  run.spiral = { ...run.spiral, found, usage: { ...usage, ...(made > 0 && { searches: made }) } }
  showPages(run, found)
  if (found.problem !== null) run.warn([found.problem])
  ports.onEvent({
    type: 'pages-found',
    queries,
    pages: pages.map(({ url, title, date }) => ({ url, title, date })),
    problem: found.problem,
  })
  await ports.onCheckpoint(run.spiral)
}

/** How many calls the first replies take at most. */
function firstReplies({ seats, request: { first, samples = 1, kind, format } }: Run): number {
  const areCounted = format === undefined && (kind === null || kind === 'closed')
  return (first?.models ?? seats).length * (areCounted ? samples : 1)
}

/** Puts pages among the documents of the question, after those that the caller attached. */
export function showPages(run: Run, { pages }: Found): void {
  if (pages.length === 0) return
  const { background = { instructions: null, history: [], documents: [] } } = run.request
  const shown = pages.map(({ title, text, url, date }) => ({ title, text, page: { url, date } }))
  run.request = {
    ...run.request,
    background: { ...background, documents: [...background.documents, ...shown] },
  }
}

/** The queries that a reader names, each on one line; null where it names none. */
function readQueries(text: string): string[] | null {
  for (const fields of objectsIn(text)) {
    const named = listIn(fields.get('queries')).map((one) => textOf(one).replace(/\s+/g, ' ').trim())
    const queries = [...new Set(named.filter((one) => one !== ''))].slice(0, MOST_QUERIES)
    if (queries.length > 0) return queries.map((one) => cutText(one, LONGEST_QUERY))
  }
  return null
}
