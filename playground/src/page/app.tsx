import { useEffect, useRef } from 'preact/hooks'
import type { EdgeRequest } from '../../../src/client/index.ts'
import { SessionContext, useNewSession } from '../api/session.ts'
import { AskView } from '../ask/ask-view.tsx'
import { HistoryView } from '../history/history-view.tsx'
import { UnknownPage } from '../problem/unknown-page.tsx'
import { RecordingView } from '../recordings/recording-view.tsx'
import { ModelsView } from '../reliability/models-view.tsx'
import { isUnderWay } from '../run/run-state.ts'
import { SettingsView } from '../settings/settings-view.tsx'
import { ThreadView } from '../thread/thread-view.tsx'
import { type NextTurn, useThread } from '../thread/use-thread.ts'
import { Header } from './header.tsx'
import { go, resultAddress, runAddress, useRoute } from './route.ts'

/** The page: a form, the conversation it starts, past questions and settings. */
export function App() {
  const route = useRoute()
  const session = useNewSession()
  const { edge } = session
  // A run goes on while an older conversation is read.
  const asked = useThread(edge)
  const opened = useThread(edge)
  const place = route.view === 'recording' ? route.name : route.view
  const ids = route.view === 'result' ? route.ids : []
  const thread = ids.length > 0 && ids.join() !== asked.ids.join() ? opened : asked
  const { state } = thread
  const main = useRef<HTMLElement>(null)
  const hasMoved = useRef(false)

  const begin = (next: NextTurn | null) => {
    if (next === null) return
    go('#/run')
    asked.begin(next)
  }
  const ask = (request: EdgeRequest) => begin({ request, past: [] })
  const again = () => thread.again(ids)

  // With another key, what was refused without it is tried again.
  const retry = useRef(again)
  retry.current = again
  useEffect(() => {
    if (state?.problem?.kind === 'key') retry.current()
  }, [edge])

  // Results have an address of their own; the run that led to the last is not asked for again by going back.
  const doneId = asked.state?.stage === 'complete' ? (asked.state.result?.id ?? null) : null
  useEffect(() => {
    if (route.view === 'run' && doneId !== null) go(resultAddress(asked.ids), { replace: true })
  }, [route.view, doneId])

  // Results that were not watched here are fetched; so is how a remembered one came about.
  useEffect(() => {
    if (ids.length > 0) thread.open(ids)
  }, [ids.join()])

  const runId = asked.state?.runId ?? null
  const joinedId = route.view === 'run' ? route.id : undefined
  useEffect(() => {
    if (joinedId !== undefined && joinedId !== runId) asked.join(joinedId)
  }, [joinedId])
  // So that the run is found again when the page is loaded anew.
  useEffect(() => {
    if (route.view === 'run' && runId !== null && doneId === null) go(runAddress(runId), { replace: true })
  }, [runId])

  useEffect(() => {
    if (route.view === 'run' && route.id === undefined && asked.state === null) go('#/', { replace: true })
    // Not when the page opens: nobody has gone anywhere yet.
    if (hasMoved.current) main.current?.focus({ preventScroll: true })
    // A conversation shows its latest question by itself.
    if (hasMoved.current && thread.past.length === 0) scrollTo(0, 0)
    hasMoved.current = true
  }, [place])

  useEffect(() => {
    const isDone = route.view === 'result' && state?.startedAt != null && state.result !== null
    document.title = `${isDone ? '✓ ' : ''}${titleOf(route.view, state?.question)}`
  }, [route.view, state?.question, state?.stage])

  return (
    <SessionContext.Provider value={session}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Header view={route.view} isRunning={asked.state !== null && isUnderWay(asked.state)} />
      <main id="main" tabIndex={-1} ref={main}>
        {route.view === 'ask' && <AskView onAsk={ask} />}
        {route.view === 'models' && <ModelsView />}
        {route.view === 'history' && <HistoryView />}
        {route.view === 'settings' && <SettingsView />}
        {route.view === 'recording' && <RecordingView key={route.name} name={route.name} />}
        {route.view === 'unknown' && <UnknownPage />}
        {(route.view === 'run' || route.view === 'result') && state !== null && (
          <ThreadView
            thread={thread}
            state={state}
            lastId={ids.at(-1) ?? ''}
            onAgain={again}
            onAskAgain={(question) => begin(thread.askAgain(question))}
            onFollowUp={begin}
          />
        )}
      </main>
      <footer class="page-footer">
        <p>Answers may be wrong, whatever their confidence.</p>
      </footer>
    </SessionContext.Provider>
  )
}

function titleOf(view: string, question = ''): string {
  const names: Record<string, string> = {
    history: 'History',
    settings: 'Settings',
    models: 'Models',
    recording: 'Recording',
    unknown: 'Not found',
    ask: 'Ask',
  }
  const name = names[view] ?? question.slice(0, 60)
  return name === '' ? 'Stretto' : `${name} – Stretto`
}
