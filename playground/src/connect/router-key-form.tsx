import { useEffect, useRef, useState } from 'preact/hooks'
import { edgeWith } from '../api/edge.ts'
import { useSession } from '../api/session.ts'
import { dollars } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { routerKey } from '../settings/key.ts'
import { RememberField } from '../settings/remember-field.tsx'
import { type KeyTest, testRouterKey } from './test-router-key.ts'

/** Asks for a key of OpenRouter, and keeps it once a model has answered with it. */
export function RouterKeyForm() {
  const { keys, changeKey } = useSession()
  const [key, setKey] = useState('')
  const [isRemembered, setRemembered] = useState(routerKey.isRemembered)
  const [test, setTest] = useState<KeyTest | 'running' | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => () => leaving.current.abort(), [])

  const submit = async () => {
    const given = key.trim()
    const { signal } = leaving.current
    setTest('running')
    const found = await testRouterKey(edgeWith({ ...keys, router: given }), signal)
    if (signal.aborted) return
    setTest(found)
    if (!found.works) return
    setKey('')
    changeKey('router', given, isRemembered)
  }

  return (
    <form
      class="key-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {keys.router === '' ? (
        <>
          <label class="field">
            <span>OpenRouter key</span>
            <input
              type="password"
              name="router-key"
              autocomplete="off"
              spellcheck={false}
              placeholder="sk-or-…"
              aria-describedby="router-key-hint"
              value={key}
              onInput={({ currentTarget }) => setKey(currentTarget.value)}
            />
          </label>
          <p class="hint" id="router-key-hint">
            From{' '}
            <a href="https://openrouter.ai/keys" target="_blank" rel="noopener noreferrer">
              openrouter.ai/keys
            </a>
            . The test asks one model for a single word, which costs less than a tenth of a cent. Your
            questions are then billed to your account there.
          </p>
          <RememberField isRemembered={isRemembered} onChange={setRemembered} />
          <button type="submit" disabled={key.trim() === '' || test === 'running'}>
            {test === 'running' ? 'Testing …' : 'Test and use'}
          </button>
        </>
      ) : (
        <>
          <p>Your OpenRouter key is in use{isRemembered ? '' : ' until you close this tab'}.</p>
          <button type="button" onClick={() => changeKey('router', '', false)}>
            Forget the OpenRouter key
          </button>
        </>
      )}
      <p role="status" class={test !== null && test !== 'running' && !test.works ? 'caution' : undefined}>
        {statusOf(test, keys.router)}
      </p>
    </form>
  )
}

function statusOf(test: KeyTest | 'running' | null, kept: string): string {
  if (test === null || test === 'running') return ''
  if (!test.works) return test.advice
  if (kept === '') return 'No OpenRouter key is kept.'
  const cost = test.costUsd === null ? '' : ` The test cost ${dollars(test.costUsd)}.`
  return `The key works: ${voiceLabel(test.model).title} answered.${cost}`
}
