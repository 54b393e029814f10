import { createEdgeClient, type EdgeClient } from '../../../src/client/edge-client.ts'

/** The keys that requests carry; empty for none. */
export interface Keys {
  /** Of this service. */
  service: string
  /** Of the reader's own account at OpenRouter. */
  router: string
}

/** The address of the API: where the page came from, so that a proxy may serve both under any path. */
export function apiAddress(page = location.href): string {
  return new URL('.', page).href
}

/** A client of the service that served this page. It repeats nothing by itself: the page says what happened. */
export function edgeWith({ service, router }: Keys): EdgeClient {
  return createEdgeClient({
    baseUrl: apiAddress(),
    retries: 0,
    ...(service !== '' && { apiKey: service }),
    ...(router !== '' && { routerKey: router }),
  })
}
