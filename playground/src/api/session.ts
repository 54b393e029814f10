import { createContext } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import type { EdgeClient } from '../../../src/client/index.ts'
import { routerKey, serviceKey } from '../settings/key.ts'
import { edgeWith, type Keys } from './edge.ts'

/** What most parts of the page need: the service, and the keys with which it is asked. */
export interface Session {
  edge: EdgeClient
  keys: Keys
  /** Keeps a key until the tab is closed, or for longer; an empty one is forgotten. */
  changeKey: (which: keyof Keys, key: string, isRemembered: boolean) => void
}

export const SessionContext = createContext<Session | null>(null)

/** The session that the page has opened. */
export function useSession(): Session {
  return useContext(SessionContext)!
}

const KEPT = { service: serviceKey, router: routerKey }
const readKeys = (): Keys => ({ service: serviceKey.read(), router: routerKey.read() })

/** Opens the session with the keys of this browser. */
export function useNewSession(): Session {
  const [keys, setKeys] = useState(readKeys)
  useEffect(() => {
    // A key that is forgotten in one tab is forgotten in all.
    const follow = () => setKeys(readKeys)
    addEventListener('storage', follow)
    return () => removeEventListener('storage', follow)
  }, [])
  return useMemo(
    () => ({
      edge: edgeWith(keys),
      keys,
      changeKey(which, key, isRemembered) {
        KEPT[which].keep(key, isRemembered)
        setKeys((before) => ({ ...before, [which]: key }))
      },
    }),
    [keys],
  )
}
