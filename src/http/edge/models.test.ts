import { expect, it } from 'vitest'
import { createApi } from '../documentation/api-routes.ts'
import { createKeyring } from '../middleware/authenticate.ts'
import type { EdgeServices } from './edge-services.ts'
import { mountModels } from './models.ts'

/** What the list of models says beside them. */
async function listed(canSearch: boolean): Promise<object> {
  const app = createApi()
  const services = {
    canSearch,
    keyring: createKeyring([], () => Buffer.alloc(32)),
    router: { providerOf: () => 'openrouter' },
    routerFor: () => 'openrouter',
    listModels: async () => ({ models: [], unlisted: [] }),
    defaultModels: () => [],
    presets: () => [],
    panels: new Map(),
  }
  app.use((context, next) => {
    context.set('caller', { name: null, address: '192.0.2.1' })
    return next()
  })
  mountModels(app, services as unknown as EdgeServices)
  return (await app.request('/models')).json()
}

it('says that the web can be searched, and nothing of it where it cannot', async () => {
  expect(await listed(true)).toMatchObject({ search: true })
  expect(await listed(false)).not.toHaveProperty('search')
})
