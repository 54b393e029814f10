import { oneLine } from '../terminal/harmless.ts'

/** The name of a seat where there is little room: mostly the identifier of its model. */
export function shortName(name: string): string {
  const [, voice] = /^offline voice “(.+)” \(for .+\)$/.exec(name) ?? []
  return oneLine(voice === undefined ? name.replace(/^~/, '') : `offline ${voice}`)
}
