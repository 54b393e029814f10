import type { EdgeConsensusResponse } from '../../../src/client/index.ts'
import { DivergenceSection } from '../divergence/divergence-section.tsx'
import { count, dollars } from '../page/figures.ts'
import { Scrolled } from '../page/scrolled.tsx'
import { Folded, Section } from '../page/section.tsx'
import type { RunState } from '../run/run-state.ts'
import { readingInWords } from '../run/words.ts'
import { AxiomsList, axiomsOf } from './axioms-list.tsx'
import { Costs } from './costs.tsx'
import { ReliabilitySection } from './reliability-section.tsx'

/** How the answer came about, for those who want to know, each part behind a click. */
export function DetailsSection({ state, result }: { state: RunState; result: EdgeConsensusResponse }) {
  const { usage, warnings } = result
  const axioms = axiomsOf(state)
  return (
    <Section title="Details" class="details">
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <Folded title={`Rounds and disagreement (${count(result.iterations, 'round')})`}>
        {() => (
          <>
            <DivergenceSection state={state} />
            <ul class="hint">
              {state.readings.map((reading, index) => (
                <li key={index}>{readingInWords(reading)}</li>
              ))}
            </ul>
          </>
        )}
      </Folded>
      {axioms.length > 0 && (
        <Folded title={`Checked statements that the models were shown (${axioms.length})`}>
          {() => <AxiomsList axioms={axioms} />}
        </Folded>
      )}
      <Folded title={`Cost (${count(usage.calls, 'call')}, ${dollars(usage.cost_usd)})`}>
        {() => <Costs result={result} />}
      </Folded>
      <ReliabilitySection key={result.id} result={result} />
      <Folded title="Raw JSON">
        {() => (
          <Scrolled class="raw-json" label="The result as JSON">
            <pre dir="ltr">{rawText({ ...result, trace: state.iterations })}</pre>
          </Scrolled>
        )}
      </Folded>
    </Section>
  )
}

const MOST_SHOWN = 200_000

/** Longer texts would block the page; the export has all of it. */
function rawText(whole: object): string {
  const text = JSON.stringify(whole, null, 2)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n… (export the JSON for the rest)` : text
}
