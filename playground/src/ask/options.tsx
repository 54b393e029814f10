import { LIMITS } from '../../../src/contract/limits.ts'
import type { AskFormState } from './ask-form-state.ts'
import { DocumentFields } from './document-fields.tsx'
import { ChoiceField, Field, NumberField, TextField } from './fields.tsx'
import { ModelField } from './model-field.tsx'
import type { Models } from './use-models.ts'

interface OptionsProps {
  form: AskFormState
  models: Models | null
  onChange: (change: Partial<AskFormState>) => void
}

const STRUCTURES: Array<[string, string]> = [
  ['', 'By the size of the panel'],
  ['fugue', 'Fugue: deep analysis, four models or more'],
  ['sonata', 'Sonata: thesis against antithesis'],
  ['concert', 'Concert: one leads, for creative tasks'],
]
const KINDS: Array<[string, string]> = [
  ['', 'As most of the models take it'],
  ['closed', 'Closed: one short right answer'],
  ['open', 'Open: an explanation or advice'],
  ['draft', 'Draft: a text to be used as it is'],
]

/** Everything that may be said beside the question. What is left empty, the service decides. */
export function Options({ form, models, onChange }: OptionsProps) {
  return (
    <div class="options">
      <fieldset>
        <legend>Panel</legend>
        <ModelField
          chosen={form.models}
          models={models}
          onChange={(chosen, first = form.first) => onChange({ models: chosen, first })}
        />
        <div class="columns">
          <ChoiceField
            label="Structure"
            hint="Who speaks when, and what each is shown."
            value={form.structure}
            options={STRUCTURES}
            onChange={(structure) => onChange({ structure })}
          />
          <ChoiceField
            label="Kind"
            hint="What is compared, and what comes back."
            value={form.kind}
            options={KINDS}
            onChange={(kind) => onChange({ kind })}
          />
          <NumberField
            label="Iterations"
            hint="At most, with the first answers."
            value={form.maxIterations}
            min={1}
            max={LIMITS.iterationsMaximum}
            placeholder={String(LIMITS.iterationsDefault)}
            onChange={(maxIterations) => onChange({ maxIterations })}
          />
          <NumberField
            label="Replies of each model"
            hint="Several to a closed question; it has one vote all the same."
            value={form.samples}
            min={1}
            max={LIMITS.samplesMaximum}
            placeholder="1"
            onChange={(samples) => onChange({ samples })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>Budget</legend>
        <p class="hint">When a limit is reached, the best answer so far is returned.</p>
        <div class="columns">
          <NumberField
            label="Dollars"
            hint="No round is begun that would cost more in all."
            value={form.maxCostUsd}
            min={0}
            max={LIMITS.costUsd}
            step="any"
            placeholder="no limit"
            onChange={(maxCostUsd) => onChange({ maxCostUsd })}
          />
          <NumberField
            label="Calls"
            hint="Calls of models, without retries."
            value={form.maxCalls}
            min={1}
            max={LIMITS.calls}
            placeholder="no limit"
            onChange={(maxCalls) => onChange({ maxCalls })}
          />
          <NumberField
            label="Seconds"
            hint="The limit of the service applies too."
            value={form.timeoutSeconds}
            min={1}
            max={LIMITS.timeoutSeconds}
            placeholder="that of the service"
            onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>Instructions</legend>
        <Field label="System prompt" hint="How to answer. It reaches every model and the writer.">
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
          <TextField
            label="Criteria"
            hint="One line on what a good answer is."
            value={form.criteria}
            onChange={(criteria) => onChange({ criteria })}
          />
          <TextField
            label="Reader"
            hint="The model that reads which answers are the same."
            value={form.reader}
            placeholder="a model of the panel"
            onChange={(reader) => onChange({ reader })}
          />
          <TextField
            label="Writer"
            hint="The model that writes a text from all of them."
            value={form.writer}
            placeholder="a model of the panel"
            onChange={(writer) => onChange({ writer })}
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
        <span>Ask anew, even if the same question was answered before</span>
      </label>
    </div>
  )
}
