import { createEdgeClient, type EdgeClient } from '../../../src/client/edge-client.ts'
import type { Vendor } from '../settings/key.ts'

/** The keys that requests carry; empty for none. */
export interface Keys extends Record<Vendor, string> {
  /** Of this service; the others are of the reader's own accounts. */
  service: string
}

/** The address of the API: where the page came from, so that a proxy may serve both under any path. */
export function apiAddress(page = location.href): string {
  return new URL('.', page).href
}

/** A client of the service that served this page. It repeats nothing by itself: the page says what happened. */
export function edgeWith({ service, openrouter, ...vendors }: Keys): EdgeClient {
  const vendorKeys = Object.fromEntries(Object.entries(vendors).filter(([, key]) => key !== ''))
  return createEdgeClient({
    baseUrl: apiAddress(),
    retries: 0,
    ...(service !== '' && { apiKey: service }),
    ...(openrouter !== '' && { routerKey: openrouter }),
    vendorKeys,
  })
}
