import { fetchResponse } from '../../src/adapters/models/providers/fetch-response.ts'
import { openResponse } from '../../src/adapters/models/providers/open-response.ts'

/** How requests are sent: as the service does on Node.js, or, in the project `by fetch`, as it does in a worker. */
export const openHttp = process.env.TRANSPORT === 'fetch' ? fetchResponse : openResponse
