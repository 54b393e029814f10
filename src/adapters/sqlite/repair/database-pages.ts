import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** The pages of a database file as of the last committed transaction, read without SQLite. */
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

/** Opens the pages of a file, including those in the write-ahead log that were not transferred yet. */
export function openPages(file: string): DatabasePages {
  const descriptor = openSync(file, 'r')
  const { size } = fstatSync(descriptor)
  const header = Buffer.alloc(100)
  readSync(descriptor, header, 0, header.length, 0)
  const pageBytes = pageBytesOf(header) ?? USUAL_PAGE_BYTES
  const log = `${file}-wal`
  const logged = existsSync(log) ? loggedPages(readFileSync(log), pageBytes) : null
  const first = logged?.pages.get(1) ?? header

  return {
    count: logged?.count ?? Math.ceil(size / pageBytes),
    usableBytes: pageBytes - (pageBytesOf(first) === null ? 0 : first.readUInt8(20)),
    page(number) {
      // A damaged page may point anywhere.
      if (number < 1) return null
      const written = logged?.pages.get(number)
      if (written !== undefined) return written
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

const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const LOG_MAGIC = 0x377f0682

/** The pages in a write-ahead log up to its last committed transaction, and the size of the database by then. */
function loggedPages(log: Buffer, pageBytes: number): { pages: Map<number, Buffer>; count: number } | null {
  if (log.length < LOG_HEADER_BYTES || log.readUInt32BE(8) !== pageBytes) return null
  const magic = log.readUInt32BE(0)
  if (magic !== LOG_MAGIC && magic !== LOG_MAGIC + 1) return null
  const sums = checksum(magic === LOG_MAGIC + 1)
  const salts = log.subarray(16, 24)
  const isSummed = (at: number) => sums.equal(log.readUInt32BE(at), log.readUInt32BE(at + 4))
  sums.add(log.subarray(0, 24))
  if (!isSummed(24)) return null

  const pages = new Map<number, Buffer>()
  const unfinished = new Map<number, Buffer>()
  let count: number | null = null
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    const page = log.subarray(at + FRAME_HEADER_BYTES, at + frameBytes)
    sums.add(log.subarray(at, at + 8))
    sums.add(page)
    if (!salts.equals(log.subarray(at + 8, at + 16)) || !isSummed(at + 16)) break
    unfinished.set(log.readUInt32BE(at), page)
    const pagesAfter = log.readUInt32BE(at + 4)
    if (pagesAfter === 0) continue
    for (const [number, written] of unfinished) pages.set(number, written)
    unfinished.clear()
    count = pagesAfter
  }
  return count === null ? null : { pages, count }
}

/** The running checksum of a write-ahead log: each frame continues that of the previous one. */
function checksum(isBigEndian: boolean) {
  let [first, second] = [0, 0]
  return {
    add(bytes: Buffer) {
      const word = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at))
      for (let at = 0; at < bytes.length; at += 8) {
        first = (first + word(at) + second) >>> 0
        second = (second + word(at + 4) + first) >>> 0
      }
    },
    equal: (one: number, two: number) => one === first && two === second,
  }
}
