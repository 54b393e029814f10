import { LIMITS } from '../../../src/contract/limits.ts'
import { dollars } from '../page/figures.ts'
import type { AskFormState } from './ask-form-state.ts'
import { DocumentFields } from './document-fields.tsx'
import { ChoiceField, Field, NumberField, TextField } from './fields.tsx'

interface OptionsProps {
  form: AskFormState
  /** What the question costs at most without a limit; null where that is not known. */
  atMostUsd: number | null
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

/** Everything that may be said beside the question. What is left empty, the service decides. */
export function Options({ form, atMostUsd, onChange }: OptionsProps) {
  return (
    <div class="options">
      <fieldset>
        <legend>Answer</legend>
        <div class="columns wide">
          <ChoiceField
            label="Kind of answer"
            hint="What the models compare, and what you get."
            value={form.kind}
            options={KINDS}
            onChange={(kind) => onChange({ kind })}
          />
          <ChoiceField
            label="Order of the rounds"
            hint="Who speaks when after the first answers. Sonata suits 2 or 3 models, fugue 4 or more, concert creative tasks."
            value={form.structure}
            options={STRUCTURES}
            onChange={(structure) => onChange({ structure })}
          />
        </div>
        <div class="columns">
          <NumberField
            label="Rounds"
            hint="At most. The first answers are a round."
            value={form.maxIterations}
            min={1}
            max={LIMITS.iterationsMaximum}
            placeholder={String(LIMITS.iterationsDefault)}
            onChange={(maxIterations) => onChange({ maxIterations })}
          />
          <NumberField
            label="Replies of each model"
            hint="To questions with a short answer. However many, each model has one vote."
            value={form.samples}
            min={1}
            max={LIMITS.samplesMaximum}
            placeholder="1"
            onChange={(samples) => onChange({ samples })}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>Limits</legend>
        <p class="hint">When one is reached, you get the best answer so far.</p>
        <div class="columns">
          <NumberField
            label="Dollars"
            hint={`No round begins that would cost more in all.${atMostUsd ? ` Without a limit, at most ${dollars(atMostUsd)}, if every reply were as long as it can be.` : ''}`}
            value={form.maxCostUsd}
            min={0}
            max={LIMITS.costUsd}
            step="any"
            placeholder="no limit"
            onChange={(maxCostUsd) => onChange({ maxCostUsd })}
          />
          <NumberField
            label="Calls"
            hint="How often models are called, without retries."
            value={form.maxCalls}
            min={1}
            max={LIMITS.calls}
            placeholder="no limit"
            onChange={(maxCalls) => onChange({ maxCalls })}
          />
          <NumberField
            label="Seconds"
            hint="The service has a limit too."
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
          <TextField
            label="What makes an answer good"
            hint="One line, shown to every model."
            value={form.criteria}
            onChange={(criteria) => onChange({ criteria })}
          />
          <TextField
            label="Reading model"
            hint="Says which answers are the same. A small one will do."
            value={form.reader}
            placeholder="one of those asked"
            onChange={(reader) => onChange({ reader })}
          />
          <TextField
            label="Writing model"
            hint="Writes the final text from all answers."
            value={form.writer}
            placeholder="one of those asked"
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
        <span>Ask again even if there is a saved answer</span>
      </label>
    </div>
  )
}
