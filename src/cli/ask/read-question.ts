import { fstatSync, readFileSync } from 'node:fs'
import { LIMITS } from '../../contract/limits.ts'
import { utf8In } from '../../utils/utf8.ts'
import { UsageError } from '../failure.ts'

const INPUT = 'standard input'
const WAITING_AFTER_MS = 2_000

/** The question and its documents: standard input is the question where none was typed, and a document otherwise. */
export async function readQuestion(words: string[], files: string[] = []) {
  const typed = words.join(' ').trim()
  const input = isPiped() ? textIn(await readInput(), INPUT).trim() : ''
  const query = typed || input
  if (query === '')
    throw new UsageError(
      'There is no question. Type one, such as stretto ask "What is 17 + 25?", before --context, or pass it on standard input.',
    )
  const context = [
    ...files.map(readDocument),
    ...(typed !== '' && input !== '' ? [{ title: INPUT, text: input }] : []),
  ]
  return { query, ...(context.length > 0 && { context }) }
}

/** Whether something is passed on standard input: a file, a pipe or a connection. */
function isPiped(): boolean {
  try {
    const input = fstatSync(0)
    return input.isFIFO() || input.isFile() || input.isSocket()
  } catch {
    return false
  }
}

async function readInput(): Promise<Buffer> {
  const hint = 'stretto: reading standard input; pass < /dev/null if there is nothing to read.\n'
  const waiting = setTimeout(() => process.stderr.write(hint), WAITING_AFTER_MS)
  try {
    return Buffer.concat(await process.stdin.toArray())
  } finally {
    clearTimeout(waiting)
  }
}

function readDocument(file: string) {
  const title = file.replace(/\s+/g, ' ').trim().slice(-LIMITS.documentTitleCharacters)
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const text = textIn(bytes, file)
  if (text === '') throw new UsageError(`${file} is empty.`)
  return { title, text }
}

/** The text that bytes are; models see texts only. */
function textIn(bytes: Buffer, place: string): string {
  const text = utf8In(bytes)
  if (text === null) throw new UsageError(`${place} is not a text in UTF-8. Pass the text of it instead.`)
  return text
}
