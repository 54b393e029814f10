import { z } from 'zod'
import { count, integerFrom, list, named, oneOf, optional, text, texts } from './described.ts'
import { LIMITS } from './limits.ts'

export const SearchMode = oneOf('search', ['off', 'auto', 'on'])
export type SearchMode = z.infer<typeof SearchMode>

export const searchFields = {
  search: SearchMode.optional().describe(
    'Whether the web is searched, once for all models. on: before the first replies; auto: if most models ask for it in their first replies, and then all reply again with the pages that were found; off: never. Queries leave the server, and are made from the question and what came with it. Default: auto where the server has a search engine and the question comes alone, without messages, context or attachments; otherwise off',
  ),
  max_age: optional(
    integerFrom(0, LIMITS.maxAgeSeconds, 'max_age'),
    `How old a stored answer may be that rests on web pages, in seconds. Default: ${LIMITS.maxAgeDefault}, a day`,
  ),
}

const PageCitation = named('PageCitation', 'A sentence of the final text, and what a page says of it', {
  start: count('Where the sentence begins in final_answer, in UTF-16 code units'),
  end: count('Where it ends'),
  text: text('The sentence'),
  quote: text('The words of the page'),
  partly: optional(z.literal(true), 'Present when the page says only a part of it'),
})
export type PageCitation = z.infer<typeof PageCitation>

const SearchedPage = named('SearchedPage', 'A web page that every model was shown', {
  url: text('Its address'),
  title: text('Its title, as it says itself'),
  date: text('The day on which it was published or last changed; null where it does not say').nullable(),
  copies: texts('Other pages with the same text: together they are one source'),
  excerpt: optional(
    z.literal(true),
    'Present when the page could not be opened: then the models read only what the search engine shows of it',
  ),
  citations: PageCitation.array().describe(
    'What the final text says and this page says too, found by a model that did not write the text',
  ),
  contradictions: PageCitation.array().describe(
    'What the final text says and this page denies, found by the same model',
  ),
})
export type SearchedPage = z.infer<typeof SearchedPage>

export const WebSearch = named('WebSearch', 'What the web was searched for, and what was found', {
  queries: texts('The queries that were sent to the search engine'),
  pages: list(SearchedPage, 'The pages that every model was shown'),
  problem: text('What went wrong; null when nothing did').nullable(),
})
export type WebSearch = z.infer<typeof WebSearch>
