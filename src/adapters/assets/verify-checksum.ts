import { createHash } from 'node:crypto'
import { StartError } from '../../contract/start-error.ts'

/** Stops the start where a file's content is not what it should be. */
export function verifyChecksum(file: string, content: Buffer, expected: string): void {
  const found = createHash('sha256').update(content).digest('hex')
  if (found !== expected) {
    throw new StartError(
      `${file} is damaged: its SHA-256 is ${found}, not ${expected}. Fetch the file from the repository again.`,
    )
  }
}
