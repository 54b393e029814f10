import { type DatabasePages, PAGE_BYTES } from './database-pages.ts'

/** A value as stored in the file: text stays bytes, because it may be invalid. */
export type StoredValue = null | number | { text: Buffer } | { blob: Buffer }

/** A row as stored in the file. */
export interface PageRecord {
  rowId: number
  values: StoredValue[]
}

/** The first byte of a page with rows of a table, and how many bytes of such a page come before its list of rows. */
const LEAF = 13
const HEADER_BYTES = 8

/** How much of a payload stands on its page at most, and at least if it does not fit. */
const MOST_LOCAL = PAGE_BYTES - 35
const LEAST_LOCAL = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23

/**
 * The readable rows on a page; none if it is not a leaf of a table. Nothing else of the tree is needed, so that a
 * damaged page does not affect others. (Format: https://www.sqlite.org/fileformat2.html)
 */
export function* recordsOn(page: Buffer, pages: DatabasePages): Generator<PageRecord> {
  if (page.readUInt8(0) !== LEAF) return
  const cells = page.readUInt16BE(3)
  for (let cell = 0; cell < cells; cell++) {
    const pointer = HEADER_BYTES + 2 * cell
    if (pointer + 2 > PAGE_BYTES) return
    const record = recordAt(page, page.readUInt16BE(pointer), pages)
    if (record !== null) yield record
  }
}

function recordAt(page: Buffer, start: number, pages: DatabasePages): PageRecord | null {
  const size = integerAt(page, start)
  const rowId = size && integerAt(page, size.next)
  const payload = size && rowId && payloadAt(page, rowId.next, size.value, pages)
  const values = payload && decodeRecord(payload)
  return values && { rowId: rowId!.value, values }
}

/** A payload; if it does not fit on its page, it continues in a chain of others. */
function payloadAt(page: Buffer, at: number, bytes: number, pages: DatabasePages): Buffer | null {
  const surplus = LEAST_LOCAL + ((bytes - LEAST_LOCAL) % (PAGE_BYTES - 4))
  const local = bytes <= MOST_LOCAL ? bytes : surplus <= MOST_LOCAL ? surplus : LEAST_LOCAL
  let left = bytes - local
  if (bytes > pages.count * PAGE_BYTES || at + local + (left > 0 ? 4 : 0) > PAGE_BYTES) return null
  const parts = [page.subarray(at, at + local)]
  for (let next = left > 0 ? page.readUInt32BE(at + local) : 0; left > 0; left -= PAGE_BYTES - 4) {
    const overflow = next <= pages.count ? pages.page(next) : null
    if (overflow === null) return null
    parts.push(overflow.subarray(4, 4 + Math.min(left, PAGE_BYTES - 4)))
    next = overflow.readUInt32BE(0)
  }
  return Buffer.concat(parts)
}

function decodeRecord(payload: Buffer): StoredValue[] | null {
  const header = integerAt(payload, 0)
  if (header === null || header.value > payload.length) return null
  const values: StoredValue[] = []
  let at = header.next
  let body = header.value
  while (at < header.value) {
    const type = integerAt(payload, at)
    if (type === null) return null
    at = type.next
    const bytes = bytesOfType(type.value)
    if (bytes === null || body + bytes > payload.length) return null
    values.push(valueOfType(type.value, payload.subarray(body, body + bytes)))
    body += bytes
  }
  return values
}

const NUMBER_BYTES = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]

function bytesOfType(type: number): number | null {
  if (type >= 12) return Math.floor((type - 12) / 2)
  return NUMBER_BYTES[type] ?? null
}

function valueOfType(type: number, bytes: Buffer): StoredValue {
  if (type >= 12) return type % 2 === 0 ? { blob: bytes } : { text: bytes }
  if (type === 0) return null
  if (type === 7) return bytes.readDoubleBE(0)
  if (type === 6) return Number(bytes.readBigInt64BE(0))
  return type >= 8 ? type - 8 : bytes.readIntBE(0, bytes.length)
}

/** A variable-length integer of one to nine bytes; null when the bytes end too early. */
function integerAt(bytes: Buffer, at: number): { value: number; next: number } | null {
  let value = 0
  for (let place = 0; place < 9; place++) {
    const byte = bytes[at + place]
    if (byte === undefined) return null
    if (place === 8) return { value: value * 256 + byte, next: at + 9 }
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return { value, next: at + place + 1 }
  }
  return null
}
