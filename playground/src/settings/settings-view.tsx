import { useState } from 'preact/hooks'
import type { Keys } from '../api/edge.ts'
import { ConnectModels } from '../connect/connect-models.tsx'
import { KeyForm } from './key-form.tsx'
import { ThemeField } from './theme-field.tsx'

interface SettingsProps {
  keys: Keys
  onKey: (key: string, isRemembered: boolean) => void
  onRouterKey: (key: string, isRemembered: boolean) => void
}

/** The keys and the theme. */
export function SettingsView({ keys, onKey, onRouterKey }: SettingsProps) {
  const [isSaved, setSaved] = useState(false)
  return (
    <section class="narrow settings" aria-labelledby="settings-title">
      <h1 id="settings-title">Settings</h1>
      <p class="hint">
        Keys are kept in this browser and sent to this service only, which passes the OpenRouter key on to
        OpenRouter. They are never part of an address or an export.
      </p>
      <section aria-labelledby="connect-title">
        <h2 id="connect-title">Connect models</h2>
        <p>
          If this service has models already, a key of your own is optional: you then pay for your questions.
        </p>
        <ConnectModels keys={keys} onRouterKey={onRouterKey} />
      </section>
      <section aria-labelledby="service-key-title">
        <h2 id="service-key-title">Service key</h2>
        <p>Only needed if this service asks for one. Whoever runs it can give you one.</p>
        <KeyForm
          key={keys.service}
          current={keys.service}
          submitLabel="Save"
          onKey={(key, isRemembered) => {
            onKey(key, isRemembered)
            setSaved(true)
          }}
        />
        {keys.service !== '' && (
          <button type="button" class="quiet" onClick={() => onKey('', false)}>
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
