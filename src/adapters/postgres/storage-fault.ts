import { StartError } from '../../contract/start-error.ts'
import type { StorageError } from '../../contract/storage-error.ts'

/** What is wrong with the database, by the beginning of the code of its error; see appendix A of its manual. */
const REASONS: Record<string, string> = {
  '53100': 'the disk of the database is full',
  '53300': 'the database accepts no more connections',
  '53': 'the database has run out of resources',
  '57014': 'the database took too long',
  '57P': 'the database is shutting down or starting',
  '58': 'the database cannot read or write its files',
  '08': 'the connection to the database broke',
  '25006': 'the database is read-only',
  '25P03': 'the database took too long',
  '55P03': 'another process keeps part of the database locked',
  '28': 'the database refuses the user or password of DATABASE_URL',
  '3D000': 'the database of DATABASE_URL does not exist',
}

const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'ECONNABORTED', 'EADDRNOTAVAIL'],
])

/** Messages of the driver about connections, which have no code. */
const CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|The server does not support SSL)/

/** Why the database cannot do what it was asked for, worded to fit into a sentence; null if the error is of another kind. */
export function reasonOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const code = 'code' in error ? String(error.code) : ''
  if (NETWORK.has(code) || CONNECTION.test(error.message)) return 'the database cannot be reached'
  // An attempt over both address families fails with the errors of both.
  if (error instanceof AggregateError)
    return error.errors.map(reasonOf).find((reason) => reason !== null) ?? null
  const known = Object.keys(REASONS).find((start) => code.startsWith(start))
  return known === undefined ? null : REASONS[known]!
}

/** The error for a database that cannot be used at the start. */
export function unusableDatabase(cause: StorageError): StartError {
  const advice = cause.reason.includes('DATABASE_URL')
    ? 'Correct DATABASE_URL.'
    : 'Start the server, or correct DATABASE_URL, for example DATABASE_URL=postgres://stretto@localhost:5432/stretto'
  return new StartError(`DATABASE_URL: ${cause.reason}. ${advice}`, { cause })
}
