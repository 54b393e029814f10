import { openService } from '../open-service.ts'

/** The paths that each API documents. */
export interface ServedPaths {
  edge: Set<string>
  local: Set<string>
}

/** Asks the real service for its documents. */
export async function servedPaths(): Promise<ServedPaths> {
  const service = await openService()
  const pathsOf = async (api: 'edge' | 'local') => {
    const document: { paths: object } = await (await service[api].request('/openapi.json')).json()
    return new Set(Object.keys(document.paths))
  }
  const served = { edge: await pathsOf('edge'), local: await pathsOf('local') }
  await service.stop()
  return served
}
