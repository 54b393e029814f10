import { useState } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { serviceKey } from './key.ts'
import { RememberField } from './remember-field.tsx'

/** Asks for the key of this service. */
export function KeyForm({ submitLabel, onSaved }: { submitLabel: string; onSaved?: () => void }) {
  const { keys, changeKey } = useSession()
  const [key, setKey] = useState(keys.service)
  const [isRemembered, setRemembered] = useState(serviceKey.isRemembered)
  return (
    <form
      class="key-form"
      onSubmit={(event) => {
        event.preventDefault()
        changeKey('service', key.trim(), isRemembered)
        onSaved?.()
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
