import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The pages of a database file, read without SQLite, which refuses to read around damage. */
export interface DatabasePages {
  count: number
  /** The usable part of a page; some bytes at its end may be reserved. */
  usableBytes: number
  /** A page by its number, starting at 1; null when the file does not have it. */
  page(number: number): Buffer | null
  /** Call only after SQLite has released the file: closing it gives up every lock of the process on it. */
  close(): void
}

const MAGIC = 'SQLite format 3\0'
/** The page size of all our databases, used when the header of the file cannot be read. */
const USUAL_PAGE_BYTES = 4096

/** Opens the pages of a file into which the write-ahead log was transferred. */
export function openPages(file: string): DatabasePages {
  const descriptor = openSync(file, 'r')
  const { size } = fstatSync(descriptor)
  const header = Buffer.alloc(100)
  readSync(descriptor, header, 0, header.length, 0)
  const stated = pageBytesOf(header)
  const pageBytes = stated ?? USUAL_PAGE_BYTES

  return {
    count: Math.ceil(size / pageBytes),
    usableBytes: pageBytes - (stated === null ? 0 : header.readUInt8(20)),
    page(number) {
      // A damaged page may point anywhere.
      if (number < 1) return null
      const page = Buffer.alloc(pageBytes)
      const bytes = readSync(descriptor, page, 0, pageBytes, (number - 1) * pageBytes)
      return bytes === pageBytes ? page : null
    },
    close: () => closeSync(descriptor),
  }
}

function pageBytesOf(header: Buffer): number | null {
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  const stated = header.readUInt16BE(16)
  const bytes = stated === 1 ? 65_536 : stated
  return bytes >= 512 && (bytes & (bytes - 1)) === 0 ? bytes : null
}
