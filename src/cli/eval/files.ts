import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
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

/** A file to which lines are appended, each on the disk before the next. */
export interface LineFile {
  append(line: string): void
  close(): void
}

/** A file for more lines, without the last bytes, which are no whole line; it is opened with the first line. */
export function linesIn(path: string, bytesToDrop: number): LineFile {
  let file: number | null = null
  let place = 0
  const open = () => {
    const opened = openSync(path, existsSync(path) ? 'r+' : 'w')
    place = fstatSync(opened).size - bytesToDrop
    ftruncateSync(opened, place)
    return opened
  }
  return {
    append(line) {
      file ??= open()
      place += writeSync(file, Buffer.from(line), 0, Buffer.byteLength(line), place)
      fsyncSync(file)
    },
    close() {
      if (file !== null) closeSync(file)
    },
  }
}
