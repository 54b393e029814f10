import { useState } from 'preact/hooks'
import { edgeWith } from '../api/edge.ts'
import { problemOf } from '../api/problem.ts'
import { useSession } from '../api/session.ts'
import { ChoiceField, Field, InputField } from '../ask/fields.tsx'
import { count } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { RememberField } from '../settings/remember-field.tsx'
import { SOURCES } from './sources.ts'

type Outcome = { text: string; isGood: boolean } | 'running' | null

/** Asks for a key or an address, and keeps it once it has been tried: at the service, or else in this browser. */
export function ConnectForm({ canStore }: { canStore: boolean }) {
  const { edge, keys, changeKey, refresh } = useSession()
  const [chosen, setChosen] = useState(SOURCES[0]!.name)
  const [typed, setTyped] = useState<string | null>(null)
  const [name, setName] = useState('server')
  const [isRemembered, setRemembered] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const sources = SOURCES.filter((source) => canStore || !('address' in source))
  const source = sources.find((one) => one.name === chosen) ?? sources[0]!
  const value = typed ?? ('address' in source ? source.address : '')

  const connect = async (given: string) => {
    if ('address' in source) {
      const { models } = await edge.connect(chosen === 'server' ? name : chosen, { address: given })
      return `${chosen === 'server' ? name : source.title} is connected, with ${count(models, 'model')}.`
    }
    const { model } = canStore
      ? await edge.connect(source.name, { key: given })
      : await edgeWith({ ...keys, [source.name]: given }).testKey(source.name)
    if (!canStore) changeKey(source.name, given, isRemembered)
    return `The key works: ${voiceLabel(model ?? '').title} answered.`
  }
  const submit = async () => {
    setOutcome('running')
    try {
      const text = await connect(value.trim())
      setOutcome({ text, isGood: true })
      setTyped(null)
      refresh()
    } catch (error) {
      setOutcome({ text: adviceOn(error), isGood: false })
    }
  }
  const choose = (next: string) => {
    setChosen(next)
    setTyped(null)
    setOutcome(null)
  }

  return (
    <form
      class="key-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <ChoiceField
        label="Models from"
        hint={source.hint}
        value={source.name}
        options={sources.map((one) => [one.name, one.title])}
        onChange={choose}
      />
      {'address' in source ? (
        <>
          {chosen === 'server' && (
            <InputField
              label="Name"
              hint="Its models are asked as name/model."
              value={name}
              onChange={setName}
            />
          )}
          <InputField
            label="Address"
            hint="On this machine or in its network. The test reads its list of models."
            value={value}
            onChange={setTyped}
          />
        </>
      ) : (
        <>
          <Field
            label={`${source.title} key`}
            hint={`From ${source.keysAt}. The test asks one small model for a word, for less than a tenth of a cent. Questions are billed to that account.`}
          >
            {(described) => (
              <input
                {...described}
                type="password"
                autocomplete="off"
                spellcheck={false}
                placeholder={source.placeholder}
                value={value}
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            )}
          </Field>
          {!canStore && <RememberField isRemembered={isRemembered} onChange={setRemembered} />}
        </>
      )}
      <button type="submit" disabled={value.trim() === '' || outcome === 'running'}>
        {outcome === 'running' ? 'Testing …' : 'Test and use'}
      </button>
      <p
        role="status"
        class={outcome !== null && outcome !== 'running' && !outcome.isGood ? 'caution' : undefined}
      >
        {outcome === null || outcome === 'running' ? '' : outcome.text}
      </p>
    </form>
  )
}

function adviceOn(error: unknown): string {
  const problem = problemOf(error)
  if (problem.kind === 'key') return 'This service asks for its own key first: enter it under “Service key”.'
  if (problem.kind === 'lost') return 'The service cannot be reached. Check your network and try again.'
  return problem.kind === 'wait' ? `${problem.message} Try again in ${problem.seconds} s.` : problem.message
}
