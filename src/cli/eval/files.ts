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
import { decodeText } from '../../evaluation/table/decode-text.ts'

/** Reads a text file, gzipped or not; an error says why it cannot be read. */
export function readText(path: string): string {
  const bytes = readBytes(path)
  return decodeText(path.endsWith('.gz') ? unpacked(bytes, path) : bytes, basename(path))
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`
    throw new EvaluationError(`The file ${path} ${why}.`)
  }
}

function unpacked(bytes: Uint8Array, path: string): Uint8Array {
  try {
    return gunzipSync(bytes)
  } catch {
    throw new EvaluationError(`The file ${path} is not gzipped, although its name says so.`)
  }
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
 * Appends lines to a file, each on the disk before the next. With the first one the last bytes, which are no whole line,
 * are dropped.
 */
export function linesIn(path: string, bytesToDrop: number): (line: string) => void {
  let left = bytesToDrop
  return (line) => {
    if (left > 0) truncateSync(path, statSync(path).size - left)
    left = 0
    appendFileSync(path, line, { flush: true })
  }
}
