import { createContext } from 'preact'
import { useContext, useEffect, useMemo, useState } from 'preact/hooks'
import type { EdgeClient } from '../../../src/client/index.ts'
import { serviceKey, VENDORS, vendorKeys } from '../settings/key.ts'
import { edgeWith, type Keys } from './edge.ts'

/** What most parts of the page need: the service, and the keys with which it is asked. */
export interface Session {
  edge: EdgeClient
  keys: Keys
  /** Keeps a key until the tab is closed, or for longer; an empty one is forgotten. */
  changeKey: (which: keyof Keys, key: string, isRemembered: boolean) => void
  /** Whether questions are paid with keys of the reader's own. */
  hasOwnKey: boolean
  /** Asks the service anew for what it has, because that has changed there. */
  refresh: () => void
}

export const SessionContext = createContext<Session | null>(null)

/** The session that the page has opened. */
export function useSession(): Session {
  return useContext(SessionContext)!
}

const KEPT = { service: serviceKey, ...vendorKeys }
const readKeys = () =>
  Object.fromEntries(Object.entries(KEPT).map(([name, kept]) => [name, kept.read()])) as unknown as Keys

/** Opens the session with the keys of this browser. */
export function useNewSession(): Session {
  const [keys, setKeys] = useState(readKeys)
  // Whatever has fetched something with a client fetches it again with another one.
  const refresh = () => setKeys((before) => ({ ...before }))
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
      hasOwnKey: VENDORS.some((name) => keys[name] !== ''),
      refresh,
      changeKey(which, key, isRemembered) {
        KEPT[which].keep(key, isRemembered)
        setKeys((before) => ({ ...before, [which]: key }))
      },
    }),
    [keys],
  )
}
