import type { FindingProblem, TextFinding } from '../../../src/contract/claims.ts'
import { count } from '../page/figures.ts'

const PROBLEMS: Record<FindingProblem, string> = {
  refuted: 'The models rejected this',
  disputed: 'This is disputed',
  wrong: 'This is wrong',
  unfounded: 'No model’s text and no document says this',
  form: 'This is not what was asked for',
}

/** What a model that did not write the answer found in it: what nobody said, and what was corrected. */
export function TextFindings({ unsupported, repaired }: Record<'unsupported' | 'repaired', TextFinding[]>) {
  return (
    <>
      {unsupported.length > 0 && (
        <div class="findings">
          <p class="caution">The model that checked the answer found this in no other text or document:</p>
          <ul>
            {unsupported.map(({ quote, why }) => (
              <li key={quote}>
                <q dir="auto">{quote}</q>
                <Why why={why} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {repaired.length > 0 && (
        <details class="findings">
          <summary>{count(repaired.length, 'passage')} corrected after the check</summary>
          <p class="hint">These are no longer in the answer. The corrected text was not checked again.</p>
          <Findings findings={repaired} />
        </details>
      )}
    </>
  )
}

/** Passages with what is wrong with each. */
export function Findings({ findings }: { findings: TextFinding[] }) {
  return (
    <ul>
      {findings.map(({ quote, problem, why }) => (
        <li key={quote}>
          <q dir="auto">{quote}</q>
          <Why why={why === '' ? `${PROBLEMS[problem]}.` : `${PROBLEMS[problem]}: ${why}`} />
        </li>
      ))}
    </ul>
  )
}

function Why({ why }: { why: string }) {
  if (why === '') return null
  return (
    <span class="why" dir="auto">
      {why}
    </span>
  )
}
