import { EvaluationError } from '../evaluation-error.ts'

const CONVERT = (from: string, name: string) =>
  `Convert it, for example with: iconv -f ${from} -t UTF-8 ${name} > converted-${name.split(/[\\/]/).at(-1)}`

/** The text of a file in UTF-8, with or without a byte order mark; an error for another encoding says how to convert it. */
export function decodeText(bytes: Uint8Array, name: string): string {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  if (isLittle || (first === 0xfe && second === 0xff)) throw notUtf8(name, 'UTF-16')
  // Text in UTF-16 without a mark has a zero in about every second byte; text in UTF-8 has none.
  if (bytes.subarray(0, 4_096).includes(0)) throw notUtf8(name, isZeroFirst(bytes) ? 'UTF-16BE' : 'UTF-16LE')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw notUtf8(name, 'LATIN1', ` (line ${lineOfFault(bytes)} has bytes that are not)`)
  }
}

function isZeroFirst(bytes: Uint8Array): boolean {
  return bytes[0] === 0
}

function notUtf8(name: string, encoding: string, where = ''): EvaluationError {
  const what = encoding === 'LATIN1' ? 'probably Latin-1' : 'but UTF-16'
  return new EvaluationError(`${name} is not in UTF-8, ${what}${where}. ${CONVERT(encoding, name)}`)
}

/** The line with the first bytes that are not UTF-8. */
function lineOfFault(bytes: Uint8Array): number {
  const text = new TextDecoder('utf-8').decode(bytes)
  const place = text.indexOf('\uFFFD')
  return text.slice(0, place).split('\n').length
}
