import { useState } from 'preact/hooks'
import { isKeyRemembered } from './key.ts'

interface KeyFormProps {
  current: string
  submitLabel: string
  onKey: (key: string, isRemembered: boolean) => void
}

/** Asks for the API key. */
export function KeyForm({ current, submitLabel, onKey }: KeyFormProps) {
  const [key, setKey] = useState(current)
  const [isRemembered, setRemembered] = useState(isKeyRemembered)
  return (
    <form
      class="key-form"
      onSubmit={(event) => {
        event.preventDefault()
        onKey(key.trim(), isRemembered)
      }}
    >
      <label class="field">
        <span>API key</span>
        <input
          type="password"
          name="api-key"
          autocomplete="off"
          spellcheck={false}
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isRemembered}
          onChange={({ currentTarget }) => setRemembered(currentTarget.checked)}
        />
        <span>Remember in this browser; otherwise it is forgotten with this tab</span>
      </label>
      <button type="submit">{submitLabel}</button>
    </form>
  )
}
