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

/** A line of text. */
export function TextField({
  label,
  hint,
  value,
  placeholder = '',
  onChange,
}: ControlProps & { placeholder?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(described) => (
        <input
          {...described}
          value={value}
          placeholder={placeholder}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}

interface NumberFieldProps extends ControlProps {
  min: number
  max: number
  step?: number | 'any'
  placeholder: string
}

/** A number within limits; empty for that of the service. */
export function NumberField({ label, hint, value, onChange, step = 1, ...limits }: NumberFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(described) => (
        <input
          {...described}
          {...limits}
          type="number"
          inputMode="decimal"
          step={step}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  )
}
