import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { EvaluationError } from '../../evaluation/evaluation-error.ts'

/** Reads a text file, gzipped or not; an error says why it cannot be read. */
export function readText(path: string): string {
  let bytes: Uint8Array
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new EvaluationError(`The file ${path} ${why}.`)
  }
  try {
    if (path.endsWith('.gz')) bytes = gunzipSync(bytes)
  } catch {
    throw new EvaluationError(`The file ${path} is not gzipped, although its name says so.`)
  }
  return decodeText(bytes, basename(path))
}

/** The name of a file without its folder and endings. */
export function nameOf(path: string): string {
  return basename(path).replace(/(\.answers)?\.(csv|tsv|jsonl|ndjson|txt)(\.gz)?$/i, '')
}

/** Makes sure that a file can be written, and leaves it as it is; an error names the option to change. */
export function tryToWrite(path: string, option: string): void {
  const isNew = !existsSync(path)
  try {
    closeSync(openSync(path, 'a'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EvaluationError(`The file ${path} cannot be written (${code}). Choose another with ${option}.`)
  }
  if (isNew) rmSync(path)
}

/**
 * Appends lines of JSON to a file, each on the disk before the next. With the first one the last bytes, which are no whole
 * line, are dropped, and a header comes before it.
 */
export function linesIn<Line>(path: string, bytesToDrop: number, header: string): (line: Line) => void {
  let left = bytesToDrop
  let before = header
  return (line) => {
    if (left > 0) truncateSync(path, statSync(path).size - left)
    left = 0
    appendFileSync(path, `${before}${JSON.stringify(line)}\n`, { flush: true })
    before = ''
  }
}

/** The text of a file in UTF-8, with or without a byte order mark; an error for another encoding says how to convert it. */
export function decodeText(bytes: Uint8Array, name: string): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    throw notUtf8(name, 'UTF-16')
  // Text in UTF-16 without a mark has a zero in about every second byte; text in UTF-8 has none.
  if (bytes.subarray(0, 4_096).includes(0)) throw notUtf8(name, first === 0 ? 'UTF-16BE' : 'UTF-16LE')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [readable = ''] = new TextDecoder('utf-8').decode(bytes).split('\uFFFD')
    throw notUtf8(name, 'LATIN1', ` (line ${readable.split('\n').length} has bytes that are not)`)
  }
}

function notUtf8(name: string, encoding: string, where = ''): EvaluationError {
  const what = encoding === 'LATIN1' ? 'probably Latin-1' : 'but UTF-16'
  const convert = `iconv -f ${encoding} -t UTF-8 ${name} > converted-${name.split(/[\\/]/).at(-1)}`
  return new EvaluationError(
    `${name} is not in UTF-8, ${what}${where}. Convert it, for example with: ${convert}`,
  )
}
