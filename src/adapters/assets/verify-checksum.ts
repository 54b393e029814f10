import { createHash } from 'node:crypto'
import { StartError } from '../../contract/start-error.ts'

/** Stops the start if the content of a file does not match its checksum. */
export function verifyChecksum(file: string, content: Buffer, expected: string): void {
  const found = createHash('sha256').update(content).digest('hex')
  if (found !== expected) {
    throw new StartError(
      `${file} is damaged: its SHA-256 is ${found}, not ${expected}. Restore the file from the repository.`,
    )
  }
}
