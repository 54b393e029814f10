import { useState } from 'preact/hooks'
import { serviceKey } from './key.ts'
import { RememberField } from './remember-field.tsx'

interface KeyFormProps {
  current: string
  submitLabel: string
  onKey: (key: string, isRemembered: boolean) => void
}

/** Asks for the key of this service. */
export function KeyForm({ current, submitLabel, onKey }: KeyFormProps) {
  const [key, setKey] = useState(current)
  const [isRemembered, setRemembered] = useState(serviceKey.isRemembered)
  return (
    <form
      class="key-form"
      onSubmit={(event) => {
        event.preventDefault()
        onKey(key.trim(), isRemembered)
      }}
    >
      <label class="field">
        <span>Service key</span>
        <input
          type="password"
          name="api-key"
          autocomplete="off"
          spellcheck={false}
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <RememberField isRemembered={isRemembered} onChange={setRemembered} />
      <button type="submit">{submitLabel}</button>
    </form>
  )
}
