import type { Keys } from '../api/edge.ts'
import { LocalServerHelp } from './local-server.tsx'
import { RouterKeyForm } from './router-key-form.tsx'

interface ConnectModelsProps {
  keys: Keys
  onRouterKey: (key: string, isRemembered: boolean) => void
}

/** The two ways to models: a key for hosted ones, or a server of one's own. */
export function ConnectModels({ keys, onRouterKey }: ConnectModelsProps) {
  return (
    <div class="connect">
      <h3>With an OpenRouter key</h3>
      <RouterKeyForm keys={keys} onRouterKey={onRouterKey} />
      <details>
        <summary>With models on your own machine</summary>
        <LocalServerHelp />
      </details>
    </div>
  )
}
