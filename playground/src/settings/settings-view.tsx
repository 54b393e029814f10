import { useState } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { ConnectModels } from '../connect/connect-models.tsx'
import { KeyForm } from './key-form.tsx'
import { ThemeField } from './theme-field.tsx'

/** The keys and the theme. */
export function SettingsView() {
  const { keys, changeKey } = useSession()
  const [isSaved, setSaved] = useState(false)
  return (
    <section class="narrow settings" aria-labelledby="settings-title">
      <h1 id="settings-title">Settings</h1>
      <p class="hint">
        Keys are sent to this service only, which passes each on to its own vendor. They are never part of an
        address or an export.
      </p>
      <section aria-labelledby="connect-title">
        <h2 id="connect-title">Connect models</h2>
        <ConnectModels />
      </section>
      <section aria-labelledby="service-key-title">
        <h2 id="service-key-title">Service key</h2>
        <p>Only needed if this service asks for one. Whoever runs it can give you one.</p>
        <KeyForm key={keys.service} submitLabel="Save" onSaved={() => setSaved(true)} />
        {keys.service !== '' && (
          <button type="button" class="quiet" onClick={() => changeKey('service', '', false)}>
            Forget the service key
          </button>
        )}
        <p role="status">
          {isSaved ? (keys.service === '' ? 'No service key is kept.' : 'The service key is kept.') : ''}
        </p>
      </section>
      <section aria-labelledby="theme-title">
        <h2 id="theme-title">Theme</h2>
        <ThemeField />
      </section>
    </section>
  )
}
