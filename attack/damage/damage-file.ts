import type { Random } from '../support/random.ts'

/** Overwrites some pages of a database file with random bytes; pages are numbered from 1, as in SQLite. */
export function overwritePages(file: Buffer, pages: number[], random: Random): Buffer {
  const damaged = Buffer.from(file)
  const size = pageSizeOf(file)
  for (const page of pages) {
    // The first hundred bytes are the header of the database; damage to it is a separate case.
    const start = page === 1 ? 100 : (page - 1) * size
    random.bytes(Math.min(page * size, file.length) - start).copy(damaged, start)
  }
  return damaged
}

/** Chooses distinct random pages, never the first. */
export function drawPages(file: Buffer, count: number, random: Random): number[] {
  const last = Math.floor(file.length / pageSizeOf(file))
  const pages = new Set<number>()
  while (pages.size < Math.min(count, last - 1)) pages.add(random.between(2, last))
  return [...pages]
}

/** Truncates the file somewhere in the middle, at the end of a page or inside one. */
export function truncateFile(file: Buffer, random: Random): Buffer {
  return file.subarray(0, random.between(Math.floor(file.length / 10), Math.floor((file.length * 9) / 10)))
}

/** Overwrites the first bytes of the file. */
export function overwriteHeader(file: Buffer, random: Random): Buffer {
  const damaged = Buffer.from(file)
  random.bytes(100).copy(damaged)
  return damaged
}

/** The page size of a database, from its header. */
export function pageSizeOf(file: Buffer): number {
  const stated = file.readUInt16BE(16)
  return stated === 1 ? 65_536 : stated
}
