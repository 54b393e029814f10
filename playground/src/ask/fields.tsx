/** A choice among a few, of which the first leaves the decision to the service. */
export function ChoiceField({
  label,
  hint,
  value,
  options,
  onChange,
}: {
  label: string
  hint: string
  value: string
  options: Array<[value: string, label: string]>
  onChange: (value: string) => void
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <small class="hint">{hint}</small>
    </label>
  )
}

/** A line of text. */
export function TextField({
  label,
  hint,
  value,
  placeholder = '',
  onChange,
}: {
  label: string
  hint: string
  value: string
  placeholder?: string
  onChange: (value: string) => void
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        placeholder={placeholder}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <small class="hint">{hint}</small>
    </label>
  )
}

/** A number within limits; empty for that of the service. */
export function NumberField({
  label,
  hint,
  value,
  min,
  max,
  step = 1,
  placeholder,
  onChange,
}: {
  label: string
  hint: string
  value: string
  min: number
  max: number
  step?: number | 'any'
  placeholder: string
  onChange: (value: string) => void
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={value}
        placeholder={placeholder}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <small class="hint">{hint}</small>
    </label>
  )
}
