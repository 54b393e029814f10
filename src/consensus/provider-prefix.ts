/** The name of the routing provider. */
export const ROUTED = 'openrouter'

/** Whose models the prefixes of ids stand for, where that is not the provider of the same name. */
const OTHER_NAMES = new Map([['google', 'gemini']])
/** The prefix under which the models of a provider are listed, where that is not its name. */
const LISTED_AS = new Map([['gemini', 'google']])

/** What stands before the first slash of an id; null when nothing does. */
function prefixOf(id: string): string | null {
  const slash = id.indexOf('/')
  return slash < 1 ? null : id.slice(0, slash)
}

/** The provider that the prefix of an id would name, whether there is one of that name or not; null without a prefix. */
export function providerNamed(id: string): string | null {
  const prefix = prefixOf(id)
  return prefix === null ? null : (OTHER_NAMES.get(prefix) ?? prefix)
}

/** The vendor in an id of the routing provider, whose ids of families begin with a tilde; null without a prefix. */
export function vendorNamed(id: string): string | null {
  const provider = providerNamed(id.replace(/^~/, ''))
  return provider === null ? null : prefixFor(provider)
}

/** The prefix for the models of a provider; for those of a vendor, also the name of the vendor. */
export function prefixFor(provider: string): string {
  return LISTED_AS.get(provider) ?? provider
}

/** An id as its provider knows it; the routing provider knows models by their vendors. */
export function withoutPrefix(provider: string, id: string): string {
  return provider !== ROUTED && providerNamed(id) === provider ? id.slice(id.indexOf('/') + 1) : id
}

/** The id by which a model of a provider is asked for. */
export function withPrefix(provider: string, id: string): string {
  return provider === ROUTED ? id : `${prefixFor(provider)}/${id}`
}
