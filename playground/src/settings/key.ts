import { thisBrowser, thisTab } from './storage.ts'

/** A key that is kept in this browser. */
export interface KeptKey {
  /** Empty for none. */
  read(): string
  /** Whether it outlives this tab. */
  isRemembered(): boolean
  /** Keeps it until the tab is closed, or until it is removed. An empty one removes it. */
  keep(key: string, isRemembered: boolean): void
}

function keptAs(name: string): KeptKey {
  return {
    read: () => thisTab.read(name) ?? thisBrowser.read(name) ?? '',
    isRemembered: () => thisBrowser.read(name) !== null,
    keep(key, isRemembered) {
      thisTab.remove(name)
      thisBrowser.remove(name)
      if (key !== '') (isRemembered ? thisBrowser : thisTab).write(name, key)
    },
  }
}

/** The key of this service. */
export const serviceKey = keptAs('stretto.key')

/** Whose keys a reader may have. */
export const VENDORS = ['openrouter', 'openai', 'anthropic', 'gemini'] as const
export type Vendor = (typeof VENDORS)[number]

/** The keys of the reader's own accounts there, where the service keeps none. */
export const vendorKeys: Record<Vendor, KeptKey> = {
  openrouter: keptAs('stretto.router-key'),
  openai: keptAs('stretto.openai-key'),
  anthropic: keptAs('stretto.anthropic-key'),
  gemini: keptAs('stretto.gemini-key'),
}
