import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import type { Citation, TextFinding } from '../../../src/contract/claims.ts'
import type { SearchedPage } from '../../../src/contract/search.ts'
import { asSentence, trustInWords } from '../../../src/contract/trust-in-words.ts'
import { siteOf, webAddress } from '../markdown/safe-link.ts'
import { count, decimal, dollars, inWords, percent } from '../page/figures.ts'
import { type NumberedPoint, pointGroups } from '../points/point-groups.ts'
import { divergencesOf } from '../run/divergence.ts'
import type { RunState } from '../run/run-state.ts'
import { isRepeated, type Voice, voicesOf } from '../run/voices.ts'
import { citedPages, statementsOn } from '../web/cited-pages.ts'

/** A conversation as a document that can be read anywhere. */
export function threadToMarkdown(states: RunState[]): string {
  return states
    .flatMap((state) => (state.result === null ? [] : [toMarkdown(state, state.result)]))
    .join('\n---\n\n')
}

/** A result as such a document. */
export function toMarkdown(state: RunState, result: EdgeConsensusResponse): string {
  const { answer, usage, dissent, confidence_basis: basis } = result
  const { sure, agreement } = trustInWords(result)
  const alternatives = (result.alternatives ?? []).map(({ answer }) => answer)
  const figures = divergencesOf(state).map(({ iteration, D }) => `| ${iteration} | ${decimal(D)} |`)
  const sections: Array<[title: string, lines: string[]]> = [
    ['Short answer', answer === null || isRepeated(answer, result.final_answer) ? [] : [answer]],
    ['Answer', [result.final_answer]],
    ['From the web', citedPages(result.search?.pages ?? []).flatMap(shownPage)],
    ['In no other text or document', (result.unsupported ?? []).map(shownFinding)],
    ['Corrected after the check', (result.repaired ?? []).map(shownFinding)],
    ['Also right', alternatives.length === 0 ? [] : [inWords(alternatives)]],
    ['How sure', [[sure, agreement, asSentence(basis)].filter((words) => words !== '').join(' ')]],
    [
      'Dissent',
      dissent.map(
        ({ name, answer, reason }) =>
          `- ${name}: ${oneLine(answer ?? 'no answer')}${reason === '' ? '' : ` (${oneLine(reason)})`}`,
      ),
    ],
    ['Disagreement', figures.length === 0 ? [] : ['| round | D |', '| --- | --- |', ...figures]],
    ['What each model says', voicesOf(state).flatMap(shownVoice)],
    ['Points', pointGroups(state.claims).flatMap(({ points }) => points.flatMap(shownPoint))],
    ['What the answer rests on', (result.citations ?? []).map(shownCitation)],
    [
      'Cost',
      [`${usage.calls} calls, ${dollars(usage.cost_usd)}; ${result.models.join(', ')}; ${result.structure}.`],
    ],
  ]
  const shown = sections.filter(([, lines]) => lines.length > 0)
  return [
    `# ${oneLine(result.query)}`,
    ...shown.map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}`),
    `Result ${result.id}`,
  ]
    .join('\n\n')
    .concat('\n')
}

function shownFinding({ quote, why }: TextFinding): string {
  return `- “${oneLine(quote)}”${why === '' ? '' : `: ${oneLine(why)}`}`
}

/** What a model says, with its whole reply where that is longer than its answer. */
function shownVoice({ seat, position, text }: Voice): string[] {
  const said = [position, text].filter((words) => words !== null)
  return [`### ${seat.name}\n`, ...(said.length === 0 ? ['no answer'] : [said.join('\n\n')]), '']
}

/** A point with its number, and below it why it is in question and where the texts say or deny it. */
function shownPoint({ number, claim }: NumberedPoint): string[] {
  const { text, status, support, reason, gap, quotes = [] } = claim
  const standing = `${status}${gap ? ', in no text' : ''}, support ${percent(support)}`
  return [
    `- Point ${number} (${standing}): ${oneLine(text)}`,
    ...(reason === undefined ? [] : [`  - ${oneLine(reason)}`]),
    ...quotes.map(({ name, stance, quote }) => `  - ${name} ${stance}: “${oneLine(quote)}”`),
  ]
}

function shownCitation({ text, claims }: Citation): string {
  const numbers = claims.map((place) => `${place + 1}`)
  return `- “${oneLine(text)}”: ${numbers.length === 1 ? 'point' : 'points'} ${inWords(numbers)}`
}

/** A page with its address, and below it what it says of the answer. Its title may be hostile: it is no markup. */
function shownPage(page: SearchedPage): string[] {
  const { url, title, date, copies, excerpt } = page
  const origin = [
    siteOf(url),
    date ?? '',
    excerpt ? 'excerpt' : '',
    copies.length === 0 ? '' : count(copies.length, 'copy', 'copies'),
  ]
  return [
    `- ${plainText(title)} (${origin.filter((words) => words !== '').join(', ')}) <${webAddress(url)?.href ?? ''}>`,
    ...statementsOn(page).map(
      ({ denies, text, quote }) =>
        `  - ${denies ? 'denies' : 'says'} “${oneLine(text)}”: “${plainText(quote)}”`,
    ),
  ]
}

/** A text of others on one line, of which Markdown makes nothing. */
function plainText(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>~|$&]/g, '\\$&')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
