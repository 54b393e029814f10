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
import { utf8In } from '../../utils/utf8.ts'

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
  const text = utf8In(bytes)
  if (text !== null) return text
  throw new EvaluationError(
    `The file ${path} is not in UTF-8. Save it as CSV in UTF-8, or convert it, for example with: iconv -f WINDOWS-1252 -t UTF-8`,
  )
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

/** Appends lines of JSON, each on the disk before the next; with the first, a broken end goes and a header comes. */
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
