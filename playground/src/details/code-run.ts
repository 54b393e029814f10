import type { CodeRun } from '../../../src/contract/draft-review.ts'
import { passes } from '../../../src/utils/passes.ts'
import { count, inWords } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'

/** What was tried, in its order, but first that on which a draft differs or the delivered one misses what is stated. */
export function rowsOf({ inputs }: CodeRun) {
  const rows = inputs.map(({ input, expected, outcomes }) => ({
    input,
    expected,
    cells: outcomes.map((outcome) => ({
      outcome,
      differs: outcome !== outcomes[0],
      misses: expected !== null && !passes(outcome, expected),
    })),
  }))
  const tells = ({ cells }: (typeof rows)[number]) => cells[0]?.misses || cells.some(({ differs }) => differs)
  return [...rows.filter(tells), ...rows.filter((row) => !tells(row))]
}

/** How many drafts do the same, whether as the question says, and which could not be run. */
export function runInWords({ behaviours, inputs, not_run }: CodeRun): string {
  const [delivered] = behaviours
  const alike = delivered!.models.length
  const drafts = behaviours.reduce((sum, { models }) => sum + models.length, not_run.length)
  const who =
    alike < 2
      ? 'No other draft does the same as the delivered one'
      : `${alike} of ${drafts} drafts do the same`
  const stated = inputs.filter(({ expected }) => expected !== null).length
  const passed = delivered!.passed
  const all = ['it', 'both'][stated - 1] ?? 'all'
  const gives =
    passed === stated ? `gives ${all}` : passed === 0 ? `misses ${all}` : `gives ${passed} of them`
  const broken = inWords(not_run.map((name) => voiceLabel(name).title))
  return [
    inputs.length === 0
      ? 'No input could be tried on which most drafts come to an end.'
      : `${who} on ${count(inputs.length, 'input')}.`,
    stated > 0 && `The question states ${count(stated, 'result')}; the delivered draft ${gives}.`,
    broken !== '' && `The ${not_run.length === 1 ? 'draft' : 'drafts'} of ${broken} could not be run.`,
  ]
    .filter(Boolean)
    .join(' ')
}
