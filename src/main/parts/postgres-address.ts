import type { PostgresAddress } from '../../adapters/postgres/postgres.ts'
import type { Settings } from '../../config/settings.ts'

/** How the settings say to reach the database. */
export function addressFrom(settings: Settings, url: string): PostgresAddress {
  const { DATABASE_POOL_SIZE: poolSize, DATABASE_TLS: mode, DATABASE_CA: authority } = settings
  if (mode === 'auto')
    return { url, poolSize, ...(authority === undefined ? {} : { tls: { ca: authority } }) }
  if (mode === 'off') return { url, poolSize, tls: false }
  const ca = authority === undefined ? {} : { ca: authority }
  return { url, poolSize, tls: { ...ca, rejectUnauthorized: mode === 'verify' } }
}
