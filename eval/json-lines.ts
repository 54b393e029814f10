import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** Reads the rows of a JSON lines file, gzipped or not. */
export function readJsonLines<Row>(file: string): Row[] {
  const content = readFileSync(file)
  const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')
  return text
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, file, index + 1)]))
}

function parseLine(line: string, file: string, number: number) {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`${file}, line ${number} is not JSON.`)
  }
}
