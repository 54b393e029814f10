import type { Context } from 'hono'

/** What a caller's Cache-Control header asks for: no stored answer, and that the answer is not stored either. */
export interface CacheWish {
  noCache: boolean
  noStore: boolean
}

/** A quoted value may contain commas. */
const QUOTED = /"[^"]*"/g

/** Reads the directives `no-cache` and `no-store`; `no-store` includes the other, and all others are ignored. */
export function cacheWishOf(context: Context): CacheWish {
  const given = context.req.header('cache-control')
  if (given === undefined) return { noCache: false, noStore: false }
  const directives = given
    .replace(QUOTED, '')
    .split(',')
    .map((directive) => directive.split('=', 1)[0]!.trim().toLowerCase())
  const noStore = directives.includes('no-store')
  return { noCache: noStore || directives.includes('no-cache'), noStore }
}
