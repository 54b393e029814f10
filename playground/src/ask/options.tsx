import { LIMITS } from '../../../src/contract/limits.ts'
import { dollars } from '../page/figures.ts'
import type { AskFormState } from './ask-form-state.ts'
import { DocumentFields } from './document-fields.tsx'
import { ChoiceField, Field, InputField } from './fields.tsx'

interface OptionsProps {
  form: AskFormState
  /** What the question costs at most without a limit; null where that is not known. */
  atMostUsd: number | null
  /** Whether the service can search the web. */
  canSearch: boolean
  onChange: (change: Partial<AskFormState>) => void
}

const STRUCTURES: Array<[string, string]> = [
  ['', 'Chosen by the number of models'],
  ['sonata', 'Sonata: each model replies to the other side'],
  ['fugue', 'Fugue: half of them begin, the others reply'],
  ['concert', 'Concert: one model leads, the others follow'],
]
const KINDS: Array<[string, string]> = [
  ['', 'Decided by the models'],
  ['closed', 'One short right answer'],
  ['open', 'An explanation, advice or a comparison'],
  ['draft', 'A text to use as it is, such as code or a letter'],
]
const EFFORTS: Array<[string, string]> = [
  ['', 'Medium: as many rounds as it takes'],
  ['low', 'Low: one round, nothing is discussed or checked'],
  ['high', 'High: all disputes of texts go back, two models check'],
]
const SEARCHES: Array<[string, string]> = [
  ['', 'As the server decides'],
  ['off', 'Off'],
  ['auto', 'If most models ask for it'],
  ['on', 'On'],
]

/** The fields of a form that are texts. */
type TextName = {
  [Name in keyof AskFormState]: AskFormState[Name] extends string ? Name : never
}[keyof AskFormState]

/** Everything that may be said beside the question. What is left empty, the service decides. */
export function Options({ form, atMostUsd, canSearch, onChange }: OptionsProps) {
  const bound = (name: TextName) => ({
    value: form[name],
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <div class="options">
      <fieldset>
        <legend>Answer</legend>
        <div class="columns wide">
          <ChoiceField
            label="Kind of answer"
            hint="What the models compare, and what you get."
            options={KINDS}
            {...bound('kind')}
          />
          <ChoiceField
            label="Order of the rounds"
            hint="Who speaks when after the first answers. Sonata suits 2 or 3 models, fugue 4 or more, concert creative tasks."
            options={STRUCTURES}
            {...bound('structure')}
          />
          <ChoiceField
            label="Effort"
            hint="How much work the answer is worth."
            options={EFFORTS}
            {...bound('effort')}
          />
          {/* What was chosen for another service can still be taken back. */}
          {(canSearch || form.search !== '') && (
            <ChoiceField
              label="Web search"
              hint="Queries made from your question leave the server for a search engine, and pages are fetched from the web. All models see the same pages."
              options={SEARCHES}
              {...bound('search')}
            />
          )}
        </div>
        <div class="columns">
          <InputField
            type="number"
            label="Rounds"
            hint="At most. The first answers are a round."
            min={1}
            max={LIMITS.iterationsMaximum}
            placeholder={String(LIMITS.iterationsDefault)}
            {...bound('maxIterations')}
          />
          <InputField
            type="number"
            label="Replies of each model"
            hint="To questions with a short answer. However many, each model has one vote."
            min={1}
            max={LIMITS.samplesMaximum}
            placeholder={form.models.length === 1 ? '3' : '1'}
            {...bound('samples')}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>Limits</legend>
        <p class="hint">When one is reached, you get the best answer so far.</p>
        <div class="columns">
          <InputField
            type="number"
            label="Dollars"
            hint={`No round begins that would cost more in all.${atMostUsd ? ` Without a limit, at most ${dollars(atMostUsd)}, if every reply were as long as it can be.` : ''}`}
            min={0}
            max={LIMITS.costUsd}
            step="any"
            placeholder="no limit"
            {...bound('maxCostUsd')}
          />
          <InputField
            type="number"
            label="Calls"
            hint="How often models are called, without retries."
            min={1}
            max={LIMITS.calls}
            placeholder="no limit"
            {...bound('maxCalls')}
          />
          <InputField
            type="number"
            label="Seconds"
            hint="The service has a limit too."
            min={1}
            max={LIMITS.timeoutSeconds}
            placeholder="that of the service"
            {...bound('timeoutSeconds')}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>Instructions</legend>
        <Field label="How to answer" hint="Every model sees this before the question, as its system prompt.">
          {(described) => (
            <textarea
              {...described}
              rows={2}
              value={form.instructions}
              onInput={({ currentTarget }) => onChange({ instructions: currentTarget.value })}
            />
          )}
        </Field>
        <div class="columns">
          <InputField
            label="What makes an answer good"
            hint="One line, shown to every model."
            {...bound('criteria')}
          />
          <InputField
            label="Reading model"
            hint="Says which answers are the same. A small one will do."
            placeholder="one of those asked"
            {...bound('reader')}
          />
          <InputField
            label="Writing model"
            hint="Writes the final text from all answers."
            placeholder="one of those asked"
            {...bound('writer')}
          />
        </div>
      </fieldset>
      <DocumentFields documents={form.documents} onChange={(documents) => onChange({ documents })} />
      <label class="check">
        <input
          type="checkbox"
          checked={form.isFresh}
          onChange={({ currentTarget }) => onChange({ isFresh: currentTarget.checked })}
        />
        <span>Ask again even if there is a saved answer</span>
      </label>
    </div>
  )
}
