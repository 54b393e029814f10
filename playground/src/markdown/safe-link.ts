const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** The address of a link in a text of a model, if following it can do no harm here; null otherwise. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return PROTOCOLS.has(url.protocol) ? url.href : null
}

/** The address of a web page; null where it is of something else. */
export function webAddress(address: string): URL | null {
  const href = safeAddress(address)
  return href?.startsWith('http') ? new URL(href) : null
}

/** The site on which a page is; empty where its address is none. */
export function siteOf(address: string): string {
  return webAddress(address)?.hostname.replace(/^www\./, '') ?? ''
}
