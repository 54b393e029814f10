import { StartError } from '../../contract/start-error.ts'
import type { StorageError } from '../../contract/storage-error.ts'

/** The error for a database that cannot be used at the start. */
export function unusableDatabase(cause: StorageError): StartError {
  return new StartError(`DATABASE_URL: ${cause.reason}. ${adviceFor(cause)}`, { cause })
}

function adviceFor({ reason }: StorageError): string {
  return reason.includes('DATABASE_URL')
    ? 'Correct DATABASE_URL.'
    : 'Start the server, or correct DATABASE_URL, for example DATABASE_URL=postgres://stretto@localhost:5432/stretto'
}
