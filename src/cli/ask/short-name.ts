import { oneLine } from '../terminal/harmless.ts'

const OFFLINE = 'offline voice “'

/** The name of a seat where there is little room: mostly the identifier of its model. */
export function shortName(name: string): string {
  if (!name.startsWith(OFFLINE)) return oneLine(name.replace(/^~/, ''))
  const [voice] = name.slice(OFFLINE.length).split('”')
  return oneLine(`offline ${voice}`)
}
