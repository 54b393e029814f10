import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An empty folder for the data of a service; it goes at the end of the test run. */
export function freshFolder(): string {
  return mkdtempSync(join(tmpdir(), 'stretto-test-'))
}
