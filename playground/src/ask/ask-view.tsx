import { useState } from 'preact/hooks'
import type { EdgeClient, EdgeRequest } from '../../../src/client/index.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { count } from '../page/figures.ts'
import { KeyForm } from '../settings/key-form.tsx'
import {
  type AskFormState,
  EMPTY_FORM,
  keepForm,
  optionsInUse,
  readForm,
  requestOf,
} from './ask-form-state.ts'
import { EstimateLine } from './estimate-line.tsx'
import { Options } from './options.tsx'
import { useEstimate } from './use-estimate.ts'
import { useModels } from './use-models.ts'

interface AskViewProps {
  edge: EdgeClient
  currentKey: string
  onKey: (key: string, isRemembered: boolean) => void
  onAsk: (request: EdgeRequest) => void
}

const EXAMPLES = [
  'What is the speed of light in a vacuum?',
  'Is 2027 a prime number?',
  'Why is the sky blue, and why are sunsets red?',
  'Write a regular expression for ISO dates.',
]

/** The form in which a question is asked. */
export function AskView({ edge, currentKey, onKey, onAsk }: AskViewProps) {
  const [form, setForm] = useState(readForm)
  const { models, problem } = useModels(edge)
  const request = requestOf(form)
  const estimate = useEstimate(edge, request)
  const used = optionsInUse(form)
  const change = (changed: Partial<AskFormState>) =>
    setForm((before) => {
      const after = { ...before, ...changed }
      keepForm(after)
      return after
    })
  const ask = () => {
    if (request.query !== '') onAsk(request)
  }

  return (
    <section class="ask" aria-labelledby="ask-title">
      <h1 id="ask-title">Ask a panel of models</h1>
      <p class="lead">
        Several models answer, hear each other, and revise until they agree, or until it is clear that they do
        not. You watch.
      </p>
      {problem?.kind === 'key' && (
        <div class="notice">
          <p>{problem.message}</p>
          <KeyForm current={currentKey} submitLabel="Use this key" onKey={onKey} />
        </div>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask()
        }}
      >
        <label class="question">
          <span class="hidden">Question</span>
          <textarea
            rows={3}
            placeholder="Your question"
            maxLength={LIMITS.queryCharacters}
            value={form.question}
            onInput={({ currentTarget }) => change({ question: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault()
                ask()
              }
            }}
          />
        </label>
        <div class="submit">
          <button type="submit" class="primary" disabled={request.query === ''}>
            Ask
          </button>
          <EstimateLine {...estimate} />
        </div>
        {form.question === '' && (
          <ul class="examples" aria-label="Examples">
            {EXAMPLES.map((example) => (
              <li key={example}>
                <button type="button" class="quiet" onClick={() => change({ question: example })}>
                  {example}
                </button>
              </li>
            ))}
          </ul>
        )}
        {models?.router === 'offline' && (
          <p class="hint">
            No language model is connected: a few small built-in voices stand in. They answer short questions
            on facts and sums, and disagree on purpose.
          </p>
        )}
        <details>
          <summary>
            Panel, budget and context
            {used > 0 && <span class="tally">{count(used, 'option')} set</span>}
          </summary>
          <Options form={form} models={models} onChange={change} />
          {used > 0 && (
            <button
              type="button"
              class="quiet"
              onClick={() => change({ ...EMPTY_FORM, question: form.question })}
            >
              Leave all of this to the service
            </button>
          )}
        </details>
      </form>
    </section>
  )
}
