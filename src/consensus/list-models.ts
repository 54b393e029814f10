import type { ListedModel, ModelCatalogue } from './model-catalogue.ts'
import type { ModelRouter } from './model-router.ts'
import { ROUTED, withPrefix } from './provider-prefix.ts'

/** The models that a caller can ask, by the ids to write. */
export interface AskableModels {
  models: ListedModel[]
  /** The servers whose lists could not be fetched. */
  unlisted: string[]
}

/** Lists the models of every server that a caller can ask. */
export async function listModels(
  { router, catalogue }: { router: ModelRouter; catalogue: Pick<ModelCatalogue, 'list'> },
  routerKey: string | null,
): Promise<AskableModels> {
  const models = new Map<string, ListedModel>()
  const unlisted: string[] = []
  const servers = router.servers(routerKey)
  const lists = await Promise.all(servers.map((server) => catalogue.list(server)))
  servers.forEach((server, place) => {
    const list = lists[place] ?? null
    if (list === null) unlisted.push(server)
    for (const model of list ?? []) {
      const id = idToWrite(router, server, model.id, routerKey)
      if (id !== null && !models.has(id)) models.set(id, { ...model, id })
    }
  })
  return { models: [...models.values()], unlisted }
}

/**
 * The id by which a model that a server lists is asked for there: with the prefix of the server, unless it goes there
 * without one; null for a model of the routing provider that goes elsewhere, because its vendor has a key.
 */
export function idToWrite(
  router: ModelRouter,
  server: string,
  id: string,
  routerKey: string | null,
): string | null {
  const provider = router.providerOf(id, routerKey)
  if (server === ROUTED) return provider === ROUTED ? id : null
  // Only a self-hosted server takes ids that do not name it; those of others may begin with its name by chance. What
  // begins with the name of this service would be taken for a panel.
  const isOwn =
    server === 'openai' &&
    !id.startsWith('stretto/') &&
    router.connect(routerKey).servedBy({ provider, model: id }) === server
  return isOwn ? id : withPrefix(server, id)
}
