import { thisBrowser, thisTab } from './storage.ts'

const NAME = 'stretto.key'

/** The API key that was entered in this browser; empty for none. */
export function readKey(): string {
  return thisTab.read(NAME) ?? thisBrowser.read(NAME) ?? ''
}

/** Whether the key outlives this tab. */
export function isKeyRemembered(): boolean {
  return thisBrowser.read(NAME) !== null
}

/** Keeps a key until the tab is closed, or until it is removed. An empty one removes it. */
export function keepKey(key: string, isRemembered: boolean): void {
  thisTab.remove(NAME)
  thisBrowser.remove(NAME)
  if (key !== '') (isRemembered ? thisBrowser : thisTab).write(NAME, key)
}
