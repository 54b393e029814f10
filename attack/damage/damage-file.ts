import type { Random } from '../support/random.ts'

/** A database file with some of its pages overwritten by chance; pages are counted from 1, as SQLite does. */
export function overwritePages(file: Buffer, pages: number[], random: Random): Buffer {
  const damaged = Buffer.from(file)
  const size = pageSizeOf(file)
  for (const page of pages) {
    // The first hundred bytes of the file say that it is a database at all; that is another damage.
    const start = page === 1 ? 100 : (page - 1) * size
    random.bytes(Math.min(page * size, file.length) - start).copy(damaged, start)
  }
  return damaged
}

/** So many different pages beyond the first, by chance. */
export function drawPages(file: Buffer, count: number, random: Random): number[] {
  const last = Math.floor(file.length / pageSizeOf(file))
  const pages = new Set<number>()
  while (pages.size < Math.min(count, last - 1)) pages.add(random.between(2, last))
  return [...pages]
}

/** The file cut off somewhere in its middle, on a page's end or within one. */
export function truncateFile(file: Buffer, random: Random): Buffer {
  return file.subarray(0, random.between(Math.floor(file.length / 10), Math.floor((file.length * 9) / 10)))
}

/** The file with its first bytes overwritten. */
export function overwriteHeader(file: Buffer, random: Random): Buffer {
  const damaged = Buffer.from(file)
  random.bytes(100).copy(damaged)
  return damaged
}

/** The size of a database's pages, which stands in its header. */
export function pageSizeOf(file: Buffer): number {
  const stated = file.readUInt16BE(16)
  return stated === 1 ? 65_536 : stated
}
