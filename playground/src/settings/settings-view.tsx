import { useState } from 'preact/hooks'
import { KeyForm } from './key-form.tsx'

interface SettingsProps {
  currentKey: string
  onKey: (key: string, isRemembered: boolean) => void
}

/** The key, and what becomes of it. */
export function SettingsView({ currentKey, onKey }: SettingsProps) {
  const [isSaved, setSaved] = useState(false)
  return (
    <section class="narrow" aria-labelledby="settings-title">
      <h1 id="settings-title">Settings</h1>
      <p>
        If this service requires a key, enter it here. It is kept in this browser, and sent to this service
        only; it is never part of an address or an export.
      </p>
      <KeyForm
        key={currentKey}
        current={currentKey}
        submitLabel="Save"
        onKey={(key, isRemembered) => {
          onKey(key, isRemembered)
          setSaved(true)
        }}
      />
      {currentKey !== '' && (
        <button type="button" class="quiet" onClick={() => onKey('', false)}>
          Forget the key
        </button>
      )}
      <p role="status">{isSaved ? (currentKey === '' ? 'No key is kept.' : 'The key is kept.') : ''}</p>
    </section>
  )
}
