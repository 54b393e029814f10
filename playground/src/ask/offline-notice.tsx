import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useSession } from '../api/session.ts'
import { ConnectModels } from '../connect/connect-models.tsx'

/** Says what offline means, or something else that has to do with it, and how to change it. */
export function OfflineNotice({ children }: { children?: ComponentChildren }) {
  const { hasOwnKey } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <section class="offline" aria-label="Offline">
      <p>
        {children ?? (
          <>
            <b>Offline:</b> no language model is connected. Small built-in programs answer instead; they know
            sums and well-known facts, and sometimes err on purpose.
          </>
        )}
        {hasOwnKey && ' Your keys are ignored: this server runs with ROUTER=offline.'}
      </p>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Connect models
      </button>
      {isOpen && (
        <div class="opened">
          <h2>Connect models</h2>
          <ConnectModels />
        </div>
      )}
    </section>
  )
}
