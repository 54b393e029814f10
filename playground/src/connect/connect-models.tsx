import { useEffect, useState } from 'preact/hooks'
import type { EdgeClient } from '../../../src/client/index.ts'
import { useSession } from '../api/session.ts'
import { VENDORS, vendorKeys } from '../settings/key.ts'
import { ConnectForm } from './connect-form.tsx'
import { titleOf } from './sources.ts'

type Connections = Awaited<ReturnType<EdgeClient['connections']>>

/** What is connected, and a form to connect more. */
export function ConnectModels() {
  const { edge, keys, changeKey, refresh } = useSession()
  const [known, setKnown] = useState<Connections | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const leaving = new AbortController()
    edge.connections({ signal: leaving.signal }).then(setKnown, () => {
      // The view around it says that the service cannot be reached, or asks for its key.
    })
    return () => leaving.abort()
  }, [edge])
  const disconnect = (name: string) =>
    edge.disconnect(name).then(refresh, (error) => setProblem(String(error.message)))
  const own = VENDORS.filter((name) => keys[name] !== '')

  return (
    <div class="connect">
      {known !== null && known.connections.length + own.length > 0 && (
        <ul class="connections" aria-label="Connected">
          {known.connections.map(({ name, is_stored, is_used, key_ending, address }) => (
            <li key={`${name} ${is_stored}`}>
              <b>{titleOf(name)}</b>
              <span class="hint">
                {is_stored ? (address ?? `key ending in ${key_ending}`) : 'set where the service was started'}
                {!is_used && ', not used: the settings of the service win'}
              </span>
              {is_stored && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={`Forget ${titleOf(name)}`}
                  onClick={() => disconnect(name)}
                >
                  Forget
                </button>
              )}
            </li>
          ))}
          {own.map((name) => (
            <li key={name}>
              <b>{titleOf(name)}</b>
              <span class="hint">
                your key ending in {keys[name].slice(-4)}
                {vendorKeys[name].isRemembered() ? ', in this browser' : ', until you close this tab'}
              </span>
              <button
                type="button"
                class="quiet"
                aria-label={`Forget the ${titleOf(name)} key`}
                onClick={() => changeKey(name, '', false)}
              >
                Forget
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem !== '' && <p role="alert">{problem}</p>}
      <ConnectForm canStore={known?.can_store ?? false} />
      {known?.can_store && (
        <p class="hint">
          This service keeps keys and addresses in a file on its machine, and never shows a key again.
        </p>
      )}
      {known?.why_not && (
        <p class="hint">
          {known.why_not} Keys stay in this browser and go along with your questions, each to its own vendor.
          Servers of your own are named in the setting <code>ENDPOINTS</code>.
        </p>
      )}
    </div>
  )
}
