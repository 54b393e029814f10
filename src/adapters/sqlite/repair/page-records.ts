import type { DatabasePages } from './database-pages.ts'

/** A value as stored in the file: text stays bytes, because it may be invalid. */
export type StoredValue = null | number | { text: Buffer } | { blob: Buffer }

/** The page types that contain records, by their first byte, and the bytes before the payload of a cell. */
const KINDS: Record<number, { ofTable: boolean; headerBytes: number; cellStart: number }> = {
  13: { ofTable: true, headerBytes: 8, cellStart: 0 },
  10: { ofTable: false, headerBytes: 8, cellStart: 0 },
  // Inner pages of an index, also used for tables without row ids: a page number comes first.
  2: { ofTable: false, headerBytes: 12, cellStart: 4 },
}

/** A record of a table, or of an index. */
export interface PageRecord {
  ofTable: boolean
  /** The number of the row; for an index without meaning. */
  rowId: number
  values: StoredValue[]
}

/**
 * The readable records on a page; none if it is not a b-tree page. Nothing else of the tree is needed, so that a damaged
 * page does not affect others. (Format: https://www.sqlite.org/fileformat2.html)
 */
export function* recordsOn(page: Buffer, pages: DatabasePages): Generator<PageRecord> {
  const kind = KINDS[page.readUInt8(0)]
  if (kind === undefined) return
  const cells = page.readUInt16BE(3)
  for (let cell = 0; cell < cells; cell++) {
    const pointer = kind.headerBytes + 2 * cell
    if (pointer + 2 > pages.usableBytes) return
    const record = recordAt(page, page.readUInt16BE(pointer) + kind.cellStart, kind.ofTable, pages)
    if (record !== null) yield record
  }
}

function recordAt(page: Buffer, start: number, ofTable: boolean, pages: DatabasePages): PageRecord | null {
  const size = integerAt(page, start)
  const rowid = size && ofTable ? integerAt(page, size.next) : size
  if (size === null || rowid === null) return null
  const payload = payloadAt(page, { at: rowid.next, bytes: size.value, ofTable }, pages)
  const values = payload && decodeRecord(payload)
  return values && { ofTable, rowId: rowid.value, values }
}

/** A payload; if it does not fit on its page, it continues in a chain of others. */
function payloadAt(
  page: Buffer,
  { at, bytes, ofTable }: { at: number; bytes: number; ofTable: boolean },
  pages: DatabasePages,
): Buffer | null {
  const usable = pages.usableBytes
  const most = ofTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const surplus = least + ((bytes - least) % (usable - 4))
  const local = bytes <= most ? bytes : surplus <= most ? surplus : least
  if (bytes > pages.count * usable || at + local > usable) return null
  const parts = [page.subarray(at, at + local)]
  let left = bytes - local
  if (left > 0 && at + local + 4 > usable) return null
  let next = left > 0 ? page.readUInt32BE(at + local) : 0
  while (left > 0) {
    const overflow = next <= pages.count ? pages.page(next) : null
    if (overflow === null) return null
    parts.push(overflow.subarray(4, 4 + Math.min(left, usable - 4)))
    left -= usable - 4
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
