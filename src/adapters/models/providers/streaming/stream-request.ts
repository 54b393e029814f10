import type { ProviderName } from '../../../../contract/panel.ts'
import type { Feature } from '../refused-features.ts'

/** The fields that request a stream; null where one body is requested. */
export function streamFields(provider: ProviderName, features: ReadonlySet<Feature>): object | null {
  if (!features.has('stream')) return null
  // The messages protocol always states the usage; the chat completions protocol only on request.
  const hasUsage = provider === 'anthropic' || !features.has('stream_options')
  return hasUsage ? { stream: true } : { stream: true, stream_options: { include_usage: true } }
}

/** A request with these fields added to its body. */
export function withFields(request: RequestInit | undefined, fields: object): RequestInit {
  return { ...request, body: JSON.stringify({ ...JSON.parse(String(request?.body)), ...fields }) }
}
