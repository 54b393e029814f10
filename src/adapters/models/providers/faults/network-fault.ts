import { ProviderFault } from './provider-fault.ts'

const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Converts a network error into the reason why there is no response, or only part of one; other errors are returned unchanged. */
export function networkFault(error: unknown, begun: boolean): unknown {
  if (!(error instanceof Error) || error instanceof ProviderFault || isAbort(error)) return error
  // Errors before the network have no cause: an invalid header, an unreadable address.
  if (!(error.cause instanceof Error)) return error
  const { message, code } = error.cause as Error & { code?: unknown }
  const name = String(code)
  const words = message || name
  if (begun || LOST.has(name))
    return new ProviderFault('connection_lost', `The connection was lost: ${words}`)
  if (name === 'UND_ERR_HEADERS_TIMEOUT') return new ProviderFault('timeout', words)
  if (name.startsWith('HPE_') || name === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ProviderFault('malformed_reply', `The response is not HTTP: ${words}`)
  }
  return new ProviderFault('unreachable', `The provider cannot be reached: ${words}`)
}

/** Whether a failed request never left this machine: nobody was reached, or it could not be built. */
export function isNeverSent(error: unknown): boolean {
  if (error instanceof ProviderFault) return error.code === 'unreachable'
  return !isAbort(error)
}

/** Whether an error says that the caller has given up or that the time is over. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}
