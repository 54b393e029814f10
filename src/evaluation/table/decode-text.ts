import { EvaluationError } from '../evaluation-error.ts'

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
