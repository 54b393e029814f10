import type { Context } from 'hono'

/** What a caller's Cache-Control header asks for: no stored answer, and that the answer is not stored either. */
export interface CacheWish {
  noCache: boolean
  noStore: boolean
}

/** A quoted value may contain commas. */
const QUOTED = /"[^"]*"/g

/** No stored answer is fresh enough. */
const NO_AGE = /^max-age\s*=\s*0+$/

/**
 * Reads the directives `no-cache`, which `max-age=0` means as well, and `no-store`, which includes both; all others are
 * ignored.
 */
export function cacheWishOf(context: Context): CacheWish {
  const given = context.req.header('cache-control')
  if (given === undefined) return { noCache: false, noStore: false }
  const directives = given
    .replace(QUOTED, '')
    .split(',')
    .map((directive) => directive.trim().toLowerCase())
  const names = directives.map((directive) => directive.split('=', 1)[0]!.trim())
  const noStore = names.includes('no-store')
  const isAnew = names.includes('no-cache') || directives.some((directive) => NO_AGE.test(directive))
  return { noCache: noStore || isAnew, noStore }
}
