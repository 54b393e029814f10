import type { DatabasePages } from './database-pages.ts'

const HEADER = { firstFree: 32, freeCount: 36 }

/**
 * The free pages: their content was deleted and must not come back. If the free list is damaged, every page that looks
 * like part of it counts.
 */
export function freePages(pages: DatabasePages): Set<number> {
  return listedPages(pages) ?? likelyPages(pages)
}

/** The pages of the free list that starts in the file header; null when it cannot be followed to its end. */
function listedPages(pages: DatabasePages): Set<number> | null {
  const header = pages.page(1)
  if (header === null || !header.toString('latin1').startsWith('SQLite format 3')) return null
  const free = new Set<number>()
  for (let number = header.readUInt32BE(HEADER.firstFree); number !== 0; ) {
    const part = free.has(number) ? null : partOfList(number, pages)
    if (part === null) return null
    for (const listed of [number, ...part.listed]) free.add(listed)
    number = part.next
  }
  return free.size === header.readUInt32BE(HEADER.freeCount) ? free : null
}

function likelyPages(pages: DatabasePages): Set<number> {
  const free = new Set<number>()
  for (let number = 2; number <= pages.count; number++)
    for (const listed of partOfList(number, pages)?.listed ?? []) free.add(listed)
  return free
}

/** A page of the free list: the number of the next one, and free pages; null for a page that cannot be one. */
function partOfList(number: number, pages: DatabasePages): { next: number; listed: number[] } | null {
  const page = pages.page(number)
  if (page === null) return null
  const [next, count] = [page.readUInt32BE(0), page.readUInt32BE(4)]
  if (next > pages.count || count > pages.usableBytes / 4 - 2) return null
  const listed = Array.from({ length: count }, (_, place) => page.readUInt32BE(8 + 4 * place))
  const isPossible = listed.every((free) => free >= 2 && free <= pages.count)
  return isPossible && new Set(listed).size === count ? { next, listed } : null
}
