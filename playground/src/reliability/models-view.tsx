import { offeredPanels } from '../ask/panel-choice.ts'
import { useModels } from '../ask/use-models.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { PanelSection } from './panel-section.tsx'
import { usePanelFigures } from './use-panel-figures.ts'

/** Every panel with its models, and how often they have been right. */
export function ModelsView() {
  const { models, problem, again } = useModels()
  const panels = offeredPanels(models).filter((panel) => panel.models.length > 0)
  const figures = usePanelFigures(panels)
  const isOffline = models?.router === 'offline'
  return (
    <section class="models-view" aria-labelledby="models-title">
      <h1 id="models-title">Models</h1>
      <p class="lead">Who is asked, and how often each was right, as far as your own questions tell.</p>
      {problem !== null && <ProblemNotice problem={problem} onAgain={again} />}
      {models === null && problem === null && <p class="waiting">Fetching the models …</p>}
      {isOffline && (
        <div class="notice">
          <p>
            No language model is connected. Built-in programs answer in the name of these models; what they
            say is not counted. <a href="#/settings">Connect models</a>
          </p>
        </div>
      )}
      {models !== null && panels.length === 0 && (
        <p>
          This service has no panel of its own. Choose models beside your question, or set{' '}
          <code>DEFAULT_MODELS</code> in its <code>.env</code>.
        </p>
      )}
      {panels.map((panel) => (
        <PanelSection
          key={panel.name}
          panel={panel}
          listed={models?.models ?? []}
          figures={figures.get(panel.name) ?? null}
        />
      ))}
      {models !== null && (
        <section class="explained" aria-labelledby="explained-title">
          <h2 id="explained-title">Where these figures come from</h2>
          <p>
            Every question with one short answer counts. The service compares who gave the same answer as the
            others, over many questions, and learns from the verdicts you give under an answer. Without
            verdicts the figures tend to be too high: models also agree on mistakes.
          </p>
          {[...figures.values()].some((found) => typeof found === 'object' && found.known) && <Columns />}
        </section>
      )}
    </section>
  )
}

/** What the columns of the tables mean. */
function Columns() {
  return (
    <dl>
      <dt>Right, between</dt>
      <dd>How often its answers are right, and the range in which that lies with a probability of 90 %.</dd>
      <dt>Vote</dt>
      <dd>How much its vote weighs. 1 is the average of the panel.</dd>
      <dt>A reply costs</dt>
      <dd>What its first reply to a question costs on average.</dd>
    </dl>
  )
}
