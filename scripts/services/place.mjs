// Where the services for tests keep their data, and how to reach them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * One folder per clone, outside of it: PostgreSQL refuses to run as root, and the account it runs as may not be allowed
 * to enter the folder of the clone.
 */
export const FOLDER = join(
  process.env.SERVICES_DIR ?? tmpdir(),
  `stretto-services-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`,
)

const ADDRESSES = join(FOLDER, 'addresses.json')

export { ADDRESSES }

/** The addresses of services that were started from this clone, or null. */
export function startedServices() {
  try {
    return JSON.parse(readFileSync(ADDRESSES, 'utf8'))
  } catch {
    return null
  }
}
