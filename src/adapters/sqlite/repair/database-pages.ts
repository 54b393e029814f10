import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The size of a page of our databases. */
export const PAGE_BYTES = 4096

/** The pages of a database file, read without SQLite, which refuses to read around damage. */
export interface DatabasePages {
  count: number
  /** A page by its number, starting at 1; null when the file does not have it. */
  page(number: number): Buffer | null
  /** Call only after SQLite has released the file: closing it gives up every lock of the process on it. */
  close(): void
}

/** Opens the pages of a file into which the write-ahead log was transferred. */
export function openPages(file: string): DatabasePages {
  const descriptor = openSync(file, 'r')
  return {
    count: Math.ceil(fstatSync(descriptor).size / PAGE_BYTES),
    page(number) {
      // A damaged page may point anywhere.
      if (number < 1) return null
      const page = Buffer.alloc(PAGE_BYTES)
      const bytes = readSync(descriptor, page, 0, PAGE_BYTES, (number - 1) * PAGE_BYTES)
      return bytes === PAGE_BYTES ? page : null
    },
    close: () => closeSync(descriptor),
  }
}

/**
 * The free pages, whose content was deleted and must not come back: those listed on pages that look like part of the
 * free list. Its beginning stands in the header of the file, which may be damaged.
 */
export function freePages({ count, page }: DatabasePages): Set<number> {
  const free = new Set<number>()
  for (let number = 2; number <= count; number++)
    for (const listed of listedOn(page(number), count)) free.add(listed)
  return free
}

/** The pages that a page lists as free after the number of the next such page; none if it cannot be part of the list. */
function listedOn(page: Buffer | null, pages: number): number[] {
  if (page === null || page.readUInt32BE(0) > pages || page.readUInt32BE(4) > PAGE_BYTES / 4 - 2) return []
  const listed = Array.from({ length: page.readUInt32BE(4) }, (_, place) => page.readUInt32BE(8 + 4 * place))
  const isPossible = listed.every((free) => free >= 2 && free <= pages)
  return isPossible && new Set(listed).size === listed.length ? listed : []
}
