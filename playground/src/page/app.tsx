import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { EdgeRequest } from '../../../src/client/index.ts'
import { edgeWith } from '../api/edge.ts'
import { AskView } from '../ask/ask-view.tsx'
import { HistoryView } from '../history/history-view.tsx'
import { isUnderWay } from '../run/run-state.ts'
import { useRun } from '../run/use-run.ts'
import { keepKey, readKey } from '../settings/key.ts'
import { SettingsView } from '../settings/settings-view.tsx'
import { Header } from './header.tsx'
import { go, resultAddress, useRoute } from './route.ts'
import { RunView } from './run-view.tsx'

/** The page: a form, the run it starts, past questions and settings. */
export function App() {
  const route = useRoute()
  const [key, setKey] = useState(readKey)
  const edge = useMemo(() => edgeWith(key), [key])
  const run = useRun(edge)
  const { state } = run
  const main = useRef<HTMLElement>(null)
  const hasMoved = useRef(false)
  const id = route.view === 'result' ? route.id : null

  const changeKey = useCallback((changed: string, isRemembered: boolean) => {
    keepKey(changed, isRemembered)
    setKey(changed)
  }, [])

  const ask = (request: EdgeRequest) => {
    go('#/run')
    void run.ask(request)
  }
  const again = () => {
    if (run.request.current !== null) ask(run.request.current)
    else if (id !== null) void run.open(id)
  }

  // With another key, what was refused without it is tried again.
  const retry = useRef(again)
  retry.current = again
  useEffect(() => {
    if (state?.problem?.kind === 'key') retry.current()
  }, [edge])

  // A result has an address of its own; the run that led to it is not asked for again by going back.
  const doneId = state?.stage === 'complete' ? (state.result?.id ?? null) : null
  useEffect(() => {
    if (route.view === 'run' && doneId !== null) go(resultAddress(doneId), { replace: true })
  }, [route.view, doneId])

  // A result that was not watched here is fetched; so is how a remembered one came about.
  useEffect(() => {
    const isShown = id !== null && state?.result?.id === id && state.iterations.length > 0
    if (id !== null && !isShown) void run.open(id)
  }, [id])

  useEffect(() => {
    if (route.view === 'run' && state === null) go('#/', { replace: true })
    document.title = titleOf(route.view, state?.question)
    // Not when the page opens: nobody has gone anywhere yet.
    if (hasMoved.current) main.current?.focus({ preventScroll: true })
    if (hasMoved.current) scrollTo(0, 0)
    hasMoved.current = true
  }, [route.view])

  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Header view={route.view} isRunning={state !== null && isUnderWay(state)} />
      <main id="main" tabIndex={-1} ref={main}>
        {route.view === 'ask' && <AskView edge={edge} currentKey={key} onKey={changeKey} onAsk={ask} />}
        {route.view === 'history' && <HistoryView />}
        {route.view === 'settings' && <SettingsView currentKey={key} onKey={changeKey} />}
        {(route.view === 'run' || route.view === 'result') && state !== null && (
          <RunView
            edge={edge}
            state={state}
            reach={run.reach}
            currentKey={key}
            onKey={changeKey}
            onStop={run.stop}
            onAgain={again}
          />
        )}
      </main>
      <footer class="page-footer">
        <p>Answers come from language models and may be wrong, whatever their confidence.</p>
      </footer>
    </>
  )
}

function titleOf(view: string, question = ''): string {
  const names: Record<string, string> = { history: 'History', settings: 'Settings', ask: 'Ask' }
  const name = names[view] ?? question.slice(0, 60)
  return name === '' ? 'Stretto playground' : `${name} – Stretto playground`
}
