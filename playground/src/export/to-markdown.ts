import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { claimGroups } from '../claims/claim-groups.ts'
import { decimal, dollars, inWords, percent } from '../page/figures.ts'
import { divergencesOf } from '../run/divergence.ts'
import type { RunState } from '../run/run-state.ts'
import { asSentence, CONFIDENCES, OUTCOMES } from '../run/words.ts'

/** A result as a document that can be read anywhere. */
export function toMarkdown(state: RunState, result: EdgeConsensusResponse): string {
  const { usage, dissent, confidence, confidence_kind: kind, confidence_basis: basis, outcome } = result
  const named = kind === undefined ? 'confidence' : CONFIDENCES[kind]
  const alternatives = (result.alternatives ?? []).map(({ answer }) => answer)
  const figures = divergencesOf(state).map(
    ({ iteration, D, target }) => `| ${iteration} | ${decimal(D)} | ${decimal(target)} |`,
  )
  const claims = claimGroups(state.claims, result.analysis).flatMap(({ status, disputes }) =>
    disputes.flat().map(({ text, support }) => `- ${status}, support ${percent(support)}: ${oneLine(text)}`),
  )
  const sections: Array<[title: string, lines: string[]]> = [
    ['Answer', [result.final_answer]],
    ['Also right', alternatives.length === 0 ? [] : [inWords(alternatives)]],
    ['How sure', [`${percent(confidence)} ${named}. ${asSentence(basis)} ${OUTCOMES[outcome].title}.`]],
    [
      'Dissent',
      dissent.map(
        ({ name, answer, reason }) =>
          `- ${name}: ${oneLine(answer ?? 'no answer')}${reason === '' ? '' : ` (${oneLine(reason)})`}`,
      ),
    ],
    [
      'Divergence',
      figures.length === 0 ? [] : ['| iteration | D | golden target |', '| --- | --- | --- |', ...figures],
    ],
    ['Claims', claims],
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
