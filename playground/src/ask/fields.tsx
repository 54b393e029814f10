import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** What a control needs to belong to its label and its hint. */
interface Described {
  id: string
  'aria-describedby': string
}

interface FieldProps {
  label: string
  hint: string
  children: (described: Described) => ComponentChildren
}

/** A control with its name above and a hint below. */
export function Field({ label, hint, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-hint` })}
      <small class="hint" id={`${id}-hint`}>
        {hint}
      </small>
    </div>
  )
}

interface ControlProps {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}

/** A choice among a few, of which the first leaves the decision to the service. */
export function ChoiceField({
  label,
  hint,
  value,
  options,
  onChange,
}: ControlProps & { options: Array<[value: string, label: string]> }) {
  return (
    <Field label={label} hint={hint}>
      {(described) => (
        <select {...described} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface InputProps extends ControlProps {
  placeholder?: string
  /** Absent for a text. */
  type?: 'number'
  min?: number
  max?: number
  step?: 'any'
}

/** A line of text, or a number within limits; empty for what the service decides. */
export function InputField({ label, hint, value, onChange, ...input }: InputProps) {
  return (
    <Field label={label} hint={hint}>
      {(described) => (
        <input
          {...described}
          {...(input as { type: 'number' })}
          inputMode={input.type && 'decimal'}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}
