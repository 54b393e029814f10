import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { EdgeRequest } from '../../../src/client/index.ts'
import { edgeWith } from '../api/edge.ts'
import { AskView } from '../ask/ask-view.tsx'
import { keepPastRun } from '../ask/past-runs.ts'
import { HistoryView } from '../history/history-view.tsx'
import { MissingResult } from '../problem/missing-result.tsx'
import { UnknownPage } from '../problem/unknown-page.tsx'
import { ModelsView } from '../reliability/models-view.tsx'
import { isUnderWay } from '../run/run-state.ts'
import { useRun } from '../run/use-run.ts'
import { routerKey, serviceKey } from '../settings/key.ts'
import { SettingsView } from '../settings/settings-view.tsx'
import { Header } from './header.tsx'
import { go, resultAddress, useRoute } from './route.ts'
import { RunView } from './run-view.tsx'

/** The page: a form, the run it starts, past questions and settings. */
export function App() {
  const route = useRoute()
  const [keys, setKeys] = useState(() => ({ service: serviceKey.read(), router: routerKey.read() }))
  const edge = useMemo(() => edgeWith(keys), [keys])
  const run = useRun(edge)
  const { state } = run
  const main = useRef<HTMLElement>(null)
  const hasMoved = useRef(false)
  const id = route.view === 'result' ? route.id : null

  const changeKey = useCallback((service: string, isRemembered: boolean) => {
    serviceKey.keep(service, isRemembered)
    setKeys((before) => ({ ...before, service }))
  }, [])
  const changeRouterKey = useCallback((router: string, isRemembered: boolean) => {
    routerKey.keep(router, isRemembered)
    setKeys((before) => ({ ...before, router }))
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

  // What it cost and how long it took tells what the next question to these models will.
  const result = state?.stage === 'complete' ? state.result : null
  useEffect(() => {
    if (result !== null && run.request.current !== null && !result.cache_hit) keepPastRun(result)
  }, [result?.id])

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

  const isMissing = id !== null && state?.problem?.kind === 'missing'
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Header view={route.view} isRunning={state !== null && isUnderWay(state)} />
      <main id="main" tabIndex={-1} ref={main}>
        {route.view === 'ask' && (
          <AskView edge={edge} keys={keys} onKey={changeKey} onRouterKey={changeRouterKey} onAsk={ask} />
        )}
        {route.view === 'models' && <ModelsView edge={edge} currentKey={keys.service} onKey={changeKey} />}
        {route.view === 'history' && <HistoryView />}
        {route.view === 'settings' && (
          <SettingsView keys={keys} onKey={changeKey} onRouterKey={changeRouterKey} />
        )}
        {route.view === 'unknown' && <UnknownPage />}
        {id !== null && isMissing && <MissingResult id={id} />}
        {(route.view === 'run' || route.view === 'result') && state !== null && !isMissing && (
          <RunView
            edge={edge}
            state={state}
            reach={run.reach}
            currentKey={keys.service}
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
  const names: Record<string, string> = {
    history: 'History',
    settings: 'Settings',
    models: 'Models',
    unknown: 'Not found',
    ask: 'Ask',
  }
  const name = names[view] ?? question.slice(0, 60)
  return name === '' ? 'Stretto playground' : `${name} – Stretto playground`
}
