import type { SearchedPage } from '../../../src/contract/search.ts'
import { siteOf, webAddress } from '../markdown/safe-link.ts'
import { count, inWords } from '../page/figures.ts'
import { Folded, Section } from '../page/section.tsx'
import { withoutMarks } from '../points/statuses.ts'
import type { RunState } from '../run/run-state.ts'
import { citedPages, statementsOn } from './cited-pages.ts'

const NOTHING_SAID = { copies: [], citations: [], contradictions: [] }

/** What the web was searched for and what was found; with an answer, which page says or denies what of it. */
export function WebSection({ state: { found, result } }: { state: RunState }) {
  const search = result === null ? found : result.search
  if (!search) return null
  const { queries, problem } = search
  const pages: SearchedPage[] = search.pages.map((page) => ({ ...NOTHING_SAID, ...page }))
  const cited = citedPages(pages)
  const others = <Pages pages={pages.filter((page) => !cited.includes(page))} />
  const unused = count(pages.length - cited.length, 'page')
  return (
    <Section title="From the web" class="web">
      {pages.length > 0 && <p>{count(pages.length, 'web page')} found and shown to every model.</p>}
      <p class="hint" dir="auto">
        {queries.length > 0 && `Searched for ${inWords(queries.map((query) => `“${query}”`))}. `}
        {cited.length > 0 && 'Numbers in brackets in the answer are of these pages; ≠ is one that denies it.'}
      </p>
      {problem !== null && <p class="caution">{problem}</p>}
      <Pages pages={cited} isNumbered />
      {result === null
        ? others
        : pages.length > cited.length && (
            <Folded title={`${unused} found but not cited`}>{() => others}</Folded>
          )}
    </Section>
  )
}

/** Pages, and in their own words what they say of the answer. All of it is hostile, and shown as text. */
function Pages({ pages, isNumbered = false }: { pages: SearchedPage[]; isNumbered?: boolean }) {
  if (pages.length === 0) return null
  return (
    <ol class="web-pages">
      {pages.map((page, place) => (
        <li key={page.url}>
          {isNumbered && <span class="page-number">[{place + 1}]</span>}
          <div class="web-page">
            <p dir="auto">
              <a href={webAddress(page.url)?.href} target="_blank" rel="noopener noreferrer nofollow">
                {page.title.trim() || page.url}
              </a>
            </p>
            <p class="meta">
              <span>{siteOf(page.url)}</span>
              {page.date !== null && <span>{page.date}</span>}
              {page.excerpt && (
                <span title="The page could not be opened.">excerpt of the search engine</span>
              )}
              {page.copies.length > 0 && (
                <span title={page.copies.join('\n')}>
                  {count(page.copies.length, 'copy', 'copies')} elsewhere
                </span>
              )}
            </p>
            {statementsOn(page).map(({ text, quote, denies }, index) => (
              <div key={index} class={denies ? 'quoted denies' : 'quoted'}>
                <p class="sentence" dir="auto">
                  {withoutMarks(text)}
                </p>
                {denies && <span class="status-of disputed">says otherwise</span>} <q dir="auto">{quote}</q>
              </div>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}
