import { useState } from 'preact/hooks'
import { ChoiceField, InputField } from '../ask/fields.tsx'
import { CopyButton } from '../page/copy-button.tsx'

interface LocalServer {
  name: string
  url: string
  /** Models that it may have. */
  models: string
  /** What to do there first. */
  before: string
}

/** Where the usual servers listen. The port of vLLM is not its default one, which is that of our task API. */
const SERVERS: LocalServer[] = [
  {
    name: 'Ollama',
    url: 'http://127.0.0.1:11434/v1',
    models: 'llama3.2,qwen2.5,gemma3',
    before: 'Fetch each model first, for instance with “ollama pull llama3.2”.',
  },
  {
    name: 'LM Studio',
    url: 'http://127.0.0.1:1234/v1',
    models: 'first-model,second-model',
    before: 'Start its server (Developer, Start Server) and load at least two models.',
  },
  {
    name: 'vLLM',
    url: 'http://127.0.0.1:8001/v1',
    models: 'first/model,second/model',
    before: 'Start it with “--port 8001”: port 8000 is taken by the task API of this service.',
  },
  {
    name: 'llama.cpp',
    url: 'http://127.0.0.1:8080/v1',
    models: 'first-model,second-model',
    before: 'It serves one model each: put llama-swap or LiteLLM in front for a panel.',
  },
]

/** Shows what to set for models on one's own machine: the browser cannot tell the service where they are. */
export function LocalServerHelp() {
  const [name, setName] = useState(SERVERS[0]!.name)
  const [typed, setTyped] = useState('')
  const server = SERVERS.find((one) => one.name === name)!
  const models = typed.trim() || server.models
  const lines = `OPENAI_BASE_URL=${server.url}\nDEFAULT_MODELS=${models.replace(/\s*,\s*/g, ',')}`
  return (
    <div class="local-server">
      <div class="columns">
        <ChoiceField
          label="Server"
          hint={server.before}
          value={name}
          options={SERVERS.map((one) => [one.name, one.name])}
          onChange={setName}
        />
        <InputField
          label="Models on it"
          hint="At least two, separated by commas, named as the server names them."
          value={typed}
          placeholder={server.models}
          onChange={setTyped}
        />
      </div>
      <p>
        The service reads its address when it starts. Put these two lines into the file <code>.env</code> in
        its folder:
      </p>
      <div class="env">
        <pre>
          <code>{lines}</code>
        </pre>
        <CopyButton text={() => `${lines}\n`} label="Copy" what="the lines for .env" />
      </div>
      <p>
        Remove <code>OPENROUTER_API_KEY</code> and <code>ROUTER</code> if they are there, then start the
        service again with <code>npm start</code> and reload this page.
      </p>
    </div>
  )
}
