import { ProviderFault } from './provider-fault.ts'

const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/** Converts a network error into the reason why there is no response, or only part of one; other errors are returned unchanged. */
export function networkFault(error: unknown, begun: boolean): unknown {
  if (!(error instanceof Error) || error instanceof ProviderFault) return error
  const { message, code } = error as Error & { code?: unknown }
  // Errors before the network: an invalid header, an unreadable address.
  if (typeof code !== 'string' || code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL') return error
  const words = message || code
  if (begun || LOST.has(code))
    return new ProviderFault('connection_lost', `The connection was lost: ${words}`)
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return new ProviderFault('timeout', words)
  if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
    return new ProviderFault('malformed_reply', `The response is not HTTP: ${words}`)
  }
  return new ProviderFault('unreachable', `The provider cannot be reached: ${words}`)
}

/** Whether a failed request never left this machine: nobody was reached, or it could not be built. */
export function isNeverSent(error: unknown): boolean {
  return !(error instanceof ProviderFault) || error.code === 'unreachable'
}
