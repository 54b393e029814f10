import { LocalServerHelp } from './local-server.tsx'
import { RouterKeyForm } from './router-key-form.tsx'

/** The two ways to models: a key for hosted ones, or a server of one's own. */
export function ConnectModels() {
  return (
    <div class="connect">
      <h3>With an OpenRouter key</h3>
      <RouterKeyForm />
      <details>
        <summary>With models on your own machine</summary>
        <LocalServerHelp />
      </details>
    </div>
  )
}
