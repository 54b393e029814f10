import { useEffect, useState } from 'preact/hooks'

/** What the page shows. It is in the hash, which no server ever sees. */
export type Route =
  | { view: 'ask' }
  /** The run that was asked here, or one by its id. */
  | { view: 'run'; id?: string }
  | { view: 'models' }
  | { view: 'history' }
  | { view: 'settings' }
  | { view: 'unknown' }
  /** The results of a conversation, one for each turn. */
  | { view: 'result'; ids: string[] }
  | { view: 'recording'; name: string }

const VIEWS = ['run', 'models', 'history', 'settings'] as const

/** The link to stored results: to one, or to those of a conversation. */
export function resultAddress(ids: string[]): string {
  return `#/results/${ids.map(encodeURIComponent).join(',')}`
}

/** The link to a run, watched here or not. */
export function runAddress(id: string): string {
  return `#/runs/${encodeURIComponent(id)}`
}

/** The route that a hash stands for. */
export function routeOf(hash: string): Route {
  if (!hash.startsWith('#/') || hash === '#/') return { view: 'ask' }
  const [, name, id] = /^#\/([a-z]+)(?:\/([^/]+))?$/.exec(hash) ?? []
  if (name === 'results' && id !== undefined) return { view: 'result', ids: id.split(',').map(decoded) }
  if (name === 'recording' && id !== undefined) return { view: 'recording', name: decoded(id) }
  if (name === 'runs' && id !== undefined) return { view: 'run', id: decoded(id) }
  const view = id === undefined && VIEWS.find((one) => one === name)
  return { view: view || 'unknown' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Goes elsewhere on the page; `replace` leaves no trace in the history of the browser. */
export function go(hash: string, { replace = false } = {}): void {
  if (replace) location.replace(hash)
  else location.hash = hash
}

/** The route of the page now. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash))
  useEffect(() => {
    const follow = () => setRoute(routeOf(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return route
}
