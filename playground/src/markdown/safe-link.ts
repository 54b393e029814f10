const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** The address of a link in a text of a model, if following it can do no harm here; null otherwise. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return PROTOCOLS.has(url.protocol) ? url.href : null
}
