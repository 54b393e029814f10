import { fetchModelList, type ListAddress } from '../../adapters/models/catalogue/fetch-model-list.ts'
import { createKeptList } from '../../adapters/models/catalogue/kept-list.ts'
import {
  createModelCatalogue,
  type LearningCatalogue,
} from '../../adapters/models/catalogue/model-catalogue.ts'
import { providerAccess } from './models.ts'
import type { Runtime } from './runtime.ts'

const OPENROUTER_URL = 'https://openrouter.ai/api/v1'

/** Opens the catalogue of the models that can be asked; nothing is fetched until somebody wants to know. */
export function openCatalogue({ settings, log, now, background }: Runtime): LearningCatalogue {
  const { openrouter, openai } = providerAccess(settings)
  const listAt = (address: ListAddress) =>
    createKeptList({
      fetchList: () => fetchModelList(address, background.signal),
      now,
      onFault: (error) => log.warn({ err: error }, 'the list of models could not be fetched'),
    })
  const ownServer = openai.baseUrl === null ? {} : { openai: listAt({ ...openai, baseUrl: openai.baseUrl }) }
  return createModelCatalogue({
    lists:
      settings.ROUTER === 'offline'
        ? {}
        : {
            openrouter: listAt({ ...openrouter, baseUrl: openrouter.baseUrl ?? OPENROUTER_URL }),
            ...ownServer,
          },
    // As the router decides: a server of one's own takes the place of a routing provider without a key.
    routing: openrouter.apiKey === null && openai.baseUrl !== null ? 'openai' : 'openrouter',
  })
}
