import type { Context } from 'hono'
import { routePath } from 'hono/route'

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The route that a request has matched, never its path; null when there was none. */
export function matchedRoute(context: Context): string | null {
  const matched = routePath(context, -1)
  return matched === '/*' || matched === '*' ? null : matched
}

/** The method of a request, or OTHER: a caller can invent any number of methods. */
export function knownMethod({ req: { method } }: Context): string {
  return KNOWN_METHODS.has(method) ? method : 'OTHER'
}
