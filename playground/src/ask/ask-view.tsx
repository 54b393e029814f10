import { useState } from 'preact/hooks'
import type { EdgeRequest } from '../../../src/client/index.ts'
import { useSession } from '../api/session.ts'
import { count, inWords } from '../page/figures.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { RecordingList } from '../recordings/recording-list.tsx'
import { voiceLabel } from '../run/voice-label.ts'
import { outlineOf } from './added-files.ts'
import { type AskFormState, askedBy, EMPTY_FORM, keepForm, optionsInUse, readForm } from './ask-form-state.ts'
import { EstimateLine } from './estimate-line.tsx'
import { Examples } from './examples.tsx'
import { FileField } from './file-field.tsx'
import { withoutSight } from './listed-models.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { Options } from './options.tsx'
import { PanelField } from './panel-field.tsx'
import { QuestionBox } from './question-box.tsx'
import { useEstimate } from './use-estimate.ts'
import { useModels } from './use-models.ts'

/** The form in which a question is asked. */
export function AskView({ onAsk }: { onAsk: (request: EdgeRequest) => void }) {
  const { hasOwnKey } = useSession()
  const [form, setForm] = useState(readForm)
  const { models, problem, again } = useModels()
  const { request, files } = askedBy(form)
  const estimate = useEstimate(outlineOf(request))
  const used = optionsInUse(form)
  const isOffline = models?.router === 'offline'
  const update = (changed: (before: AskFormState) => Partial<AskFormState>) =>
    setForm((before) => {
      const after = { ...before, ...changed(before) }
      keepForm(after)
      return after
    })
  const change = (changed: Partial<AskFormState>) => update(() => changed)
  const isReading = files.some(({ kind }) => kind === 'reading')
  const hasPictures = files.some(({ kind }) => kind === 'picture')
  const blind =
    models !== null && hasPictures ? withoutSight(request.models ?? models.default_models, models) : []
  // A failure of the service may be over by the time it is asked.
  const isRefused = estimate.problem?.kind === 'refused' && !estimate.problem.mayRetry
  const canAsk = request.query !== '' && !isReading && !isRefused
  const ask = () => {
    if (canAsk) onAsk(request)
  }

  return (
    <section class="ask" aria-labelledby="ask-title">
      <h1 id="ask-title">Ask several models at once</h1>
      <p class="lead">
        Each model answers alone, then they judge each other’s answers. You get one answer, how sure it is,
        and who disagrees.
      </p>
      {problem !== null && <ProblemNotice problem={problem} onAgain={again} />}
      {isOffline && <OfflineNotice />}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <QuestionBox
          label="Question"
          placeholder="Your question"
          rows={3}
          value={form.question}
          onChange={(question) => change({ question })}
          onSubmit={ask}
        />
        <FileField files={files} onChange={(added) => update((before) => ({ files: added(before.files) }))} />
        {blind.length > 0 && (
          <p class="hint" role="status">
            Because of the pictures, no answer will come from{' '}
            {inWords(blind.map((id) => voiceLabel(id).title))}.
          </p>
        )}
        <div class="submit">
          <button type="submit" class="primary" disabled={!canAsk}>
            Ask
          </button>
          <EstimateLine {...estimate} samples={request.samples} />
        </div>
        {form.question === '' && models !== null && (
          <Examples isOffline={isOffline} onChoose={(question) => change({ question })} />
        )}
        {!isOffline && <PanelField form={form} models={models} onChange={change} />}
        {hasOwnKey && !isOffline && (
          <p class="hint">
            Paid with your own keys, which you can remove in the <a href="#/settings">settings</a>.
          </p>
        )}
        <details>
          <summary>
            Options
            {used > 0 && <span class="tally">{count(used, 'option')} set</span>}
          </summary>
          {isOffline && <PanelField form={form} models={models} onChange={change} />}
          <Options
            form={form}
            atMostUsd={estimate.estimate?.cost_usd.at_most ?? null}
            canSearch={models?.search === true}
            onChange={change}
          />
          {used > 0 && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                const { question, models: chosen, first } = form
                change({ ...EMPTY_FORM, question, models: chosen, first, files: form.files })
              }}
            >
              Reset all options
            </button>
          )}
        </details>
      </form>
      {isOffline && <RecordingList />}
    </section>
  )
}
