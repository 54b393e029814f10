import type { TextFinding } from '../../contract/claims.ts'
import type { PageCitation, SearchedPage, WebSearch } from '../../contract/search.ts'
import type { Deliberation, Found, Run } from '../deliberation.ts'
import { isSameModel, type Seat } from '../panel/panel.ts'
import { askedOf } from '../prompt/material.ts'
import { ableSeats, askReader, MOST_READERS, readersOf } from '../reader/ask-model.ts'
import { type CitedStatement, type CitedText, readCitations } from '../reader/read-citations.ts'
import { capitalised, counted, roundToThousandths } from './confidence.ts'

const UNCITED = 'No model could look up which pages say what the answer says.'
const NO_PAGE_SAYS_SO: Omit<TextFinding, 'quote'> = {
  problem: 'unfounded',
  why: 'No page or document was found to say so.',
}
const LISTS = ['says', 'partly', 'denies'] as const
/** The most confidence in an answer of which no page speaks that everybody has read. */
const MOST_WITHOUT_PAGE = 0.5
/** Like how many sources models count that read the same pages: as many as in the panels that were measured. */
const WEIGHT_OF_PANEL = 3
const UNINFORMED = 'Models asked for a web search, but there are no pages to go by, so they may have guessed.'

/**
 * Adds to a result what the web was searched for, and which pages say what its text says, as a model finds that did not
 * write it. Seats that read the same pages are no independent witnesses: what counts are the pages.
 */
export async function withPages(run: Run, result: Deliberation): Promise<Deliberation> {
  const { found } = run.spiral
  if (found === undefined) return result
  const isText = run.request.format === undefined && result.codeRun === undefined
  if (found.pages.length === 0 && run.request.search === 'auto' && result.kind !== 'draft') {
    const { confidenceKind } = result
    const guessed = lowered(result, MOST_WITHOUT_PAGE, `${UNINFORMED} ${result.confidenceBasis}`)
    return { ...result, ...guessed, confidenceKind, search: reported(found) }
  }
  if (found.pages.length === 0 || !isText) return { ...result, search: reported(found) }
  const documents = run.request.background!.documents
  const { answer: text, shortAnswer: answer } = result
  const brief = { phase: 'reading', task: 'cite-pages', ...askedOf(run.request), text, answer } as const
  const { reading } = await askReader(
    run,
    { ...brief, date: run.spiral.date },
    (reply) => readCitations(reply, { text, answer, documents }),
    { readers: readersBeside(run, text) },
  )
  const { usage } = run.spiral
  if (reading === null) {
    const unsure = { ...result, ...lowered(result, MOST_WITHOUT_PAGE, UNCITED) }
    const search = reported({ ...found, problem: found.problem ?? UNCITED })
    return { ...unsure, usage, warnings: [...result.warnings, UNCITED], search }
  }
  const first = documents.length - found.pages.length
  const unsaid = reading.sentences.filter((one) => LISTS.every((name) => one[name].length === 0))
  const findings = unsaid.map(({ start, end }) => ({ quote: text.slice(start, end), ...NO_PAGE_SAYS_SO }))
  const known = new Set(result.unsupported?.map(({ quote }) => quote))
  const unsupported = [...(result.unsupported ?? []), ...findings.filter(({ quote }) => !known.has(quote))]
  return {
    ...result,
    ...supported(run, result, reading, first),
    usage,
    unsupported,
    search: reported(found, (place) => citationsOf(reading, text, first + place)),
  }
}

/** Readers that did not write the text, as far as there are any. */
function readersBeside(run: Run, text: string): Seat[] {
  const held = run.spiral.standings.find(
    ({ position }) => position?.reason === text || position?.answer === text,
  )
  const author = run.author ?? held?.seat
  const readers = readersOf(run)
  if (author === undefined) return readers
  const others = [...readers, ...ableSeats(run)].filter((seat) => !isSameModel(seat, author))
  const each = others.filter((seat, place) => others.findIndex((one) => isSameModel(one, seat)) === place)
  return each.length === 0 ? readers : each.slice(0, MOST_READERS)
}

type PageCitations = Pick<SearchedPage, 'citations' | 'contradictions'>

function reported(
  { queries, pages, problem }: Found,
  citationsOn: (place: number) => PageCitations = () => ({ citations: [], contradictions: [] }),
): WebSearch {
  return {
    queries,
    pages: pages.map(({ url, title, date, copies, excerpt }, place) => ({
      ...{ url, title, date, copies, ...(excerpt && { excerpt }) },
      ...citationsOn(place),
    })),
    problem,
  }
}

function citationsOf({ sentences }: CitedText, text: string, document: number): PageCitations {
  const those = (name: (typeof LISTS)[number]): PageCitation[] =>
    sentences.flatMap(({ start, end, ...cited }) =>
      cited[name]
        .filter((one) => one.document === document)
        .map(({ quote }) => ({
          ...{ start, end, text: text.slice(start, end), quote },
          ...(name === 'partly' && { partly: true as const }),
        })),
    )
  const citations = [...those('says'), ...those('partly')].sort((one, other) => one.start - other.start)
  return { citations, contradictions: those('denies') }
}

type Stated = Pick<Deliberation, 'confidence' | 'confidenceKind' | 'confidenceBasis'>

/** How far pages support a result, in a figure and in words. A draft stays as its reviewers accept it. */
function supported(
  run: Run,
  result: Deliberation,
  { sentences, answer }: CitedText,
  first: number,
): Partial<Stated> {
  if (result.kind === 'draft') return {}
  const { pages } = run.spiral.found!
  const read = `All models read the same ${pages.length === 1 ? 'page' : `${counted(pages.length)} pages`}`
  if (answer === null) {
    const said = sentences.filter(({ says, partly }) => says.length + partly.length > 0).length
    const share = (said + 1) / (sentences.length + 2)
    const of = sentences.length === 1 ? 'statement' : 'statements'
    return lowered(
      result,
      share,
      `Pages say ${counted(said)} of the ${counted(sentences.length)} ${of} of this text. ${read}. ${result.confidenceBasis}`,
    )
  }
  // Several pages of one site are one source.
  const sites = (cited: CitedStatement['says']) =>
    new Set(
      cited.filter(({ document }) => document >= first).map(({ document }) => pages[document - first]!.site),
    )
  const says = sites(answer.says)
  const denies = [...sites(answer.denies)].filter((site) => !says.has(site)).length
  const answering = run.spiral.standings.filter(({ position }) => position !== null).length
  const holding = answering - result.dissent.filter(({ answer }) => answer !== null).length
  const many =
    holding === answering
      ? 'they give the same answer'
      : `${counted(holding)} of ${counted(answering)} give this answer`
  const who = `${read}, and ${many}.`
  if (says.size + denies === 0)
    return lowered(result, MOST_WITHOUT_PAGE, `No page says whether this is so. ${who}`)
  const against =
    denies === 0 ? 'none denies it' : `${denies === 1 ? 'one says' : `${counted(denies)} say`} otherwise`
  const number = says.size === 0 ? 'No' : capitalised(counted(says.size))
  const sources = says.size === 1 ? 'One source says so' : `${number} independent sources say so`
  // Whoever reads a page weighs it, so that models count beside sources, but more of them are no more witnesses. One more
  // of each side, because all may err.
  const panel = (WEIGHT_OF_PANEL * holding) / answering
  const share = (says.size + panel + 1) / (says.size + denies + WEIGHT_OF_PANEL + 2)
  return lowered(result, share, `${sources}, ${against}. ${who}`)
}

/** No surer than the panel is, nor than what it read. */
function lowered({ confidence }: Deliberation, most: number, basis: string): Stated {
  return {
    confidence: roundToThousandths(Math.min(confidence, most)),
    confidenceKind: 'supported',
    confidenceBasis: basis,
  }
}
