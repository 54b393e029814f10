import type { Connection } from './database.ts'

/** Returns a function that tells whether another connection has changed the database since it was last called. */
export function watchOtherWriters(database: Connection): () => boolean {
  const version = database.prepare('PRAGMA data_version')
  const read = () => (version.get() as { data_version: number }).data_version
  let known = read()
  return () => {
    const before = known
    known = read()
    return known !== before
  }
}
