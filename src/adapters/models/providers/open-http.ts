import type { Readable } from 'node:stream'
import { SERVICE_NAME, SOFTWARE_VERSION } from '../../../contract/versions.ts'
import type { ReadingTurns } from '../../scheduling/fair-turns.ts'

interface RequestOptions {
  headers: Record<string, string>
  /** Sent as JSON; without one, the request is a GET. */
  body?: object
  signal: AbortSignal
}

/** Headers by their names in lower case. */
export type ResponseHeaders = Record<string, string | string[] | undefined>

export interface ResponseHead {
  status: number
  statusText: string
  headers: ResponseHeaders
}

/** A response whose body is still to be read, or destroyed. */
export interface OpenResponse extends ResponseHead {
  body: Readable
  /** With whose bodies it shares the event loop. */
  turns: ReadingTurns
}

/**
 * Sends a request and waits until the response begins. Redirects are not followed: a key belongs to one address. Bodies
 * arrive piece by piece, decompressed; an error of the network has a `code`.
 */
export type OpenHttp = (url: string, options: RequestOptions) => Promise<OpenResponse>

/** Sent with every request. */
export const OWN_HEADERS = {
  accept: '*/*',
  'accept-encoding': 'gzip, br',
  'user-agent': `${SERVICE_NAME}/${SOFTWARE_VERSION}`,
}
