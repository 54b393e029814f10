import { webcrypto } from 'node:crypto'
import { StartError } from '../../contract/start-error.ts'

/** Stops the start if the content of a file does not match its checksum, which another thread computes meanwhile. */
export async function verifyChecksum(file: string, content: Uint8Array, expected: string): Promise<void> {
  const found = Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex')
  if (found !== expected) {
    throw new StartError(
      `${file} is damaged: its SHA-256 is ${found}, not ${expected}. Restore the file from the repository.`,
    )
  }
}
