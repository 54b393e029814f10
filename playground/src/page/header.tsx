import type { Route } from './route.ts'

const VIEWS: Array<[view: Route['view'], hash: string, label: string]> = [
  ['ask', '#/', 'Ask'],
  ['models', '#/models', 'Models'],
  ['history', '#/history', 'History'],
  ['settings', '#/settings', 'Settings'],
]

/** Where one is, and where one can go. */
export function Header({ view, isRunning }: { view: Route['view']; isRunning: boolean }) {
  return (
    <header class="page-header">
      <a class="wordmark" href="#/">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M26 16a10 10 0 0 1-10 10 6.2 6.2 0 0 1-6.2-6.2 3.8 3.8 0 0 1 3.8-3.8 2.4 2.4 0 0 1 2.4 2.4" />
          <circle cx="26" cy="13" r="2.2" />
        </svg>
        Stretto
      </a>
      <nav aria-label="Playground">
        {isRunning && view !== 'run' && (
          <a class="to-run" href="#/run">
            Running question
          </a>
        )}
        {VIEWS.map(([name, hash, label]) => (
          <a key={name} href={hash} aria-current={view === name ? 'page' : undefined}>
            {label}
          </a>
        ))}
        <a href="docs">API</a>
      </nav>
    </header>
  )
}
