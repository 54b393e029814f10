import { createApi } from '../http/documentation/api-routes.ts'
import { mountPage } from '../http/shared/built-page.ts'
import { readWorkerAssets, sentAsItIs } from './assets.ts'
import { readWorkerSettings } from './worker-settings.ts'

/** What the platform gives to the worker. */
interface Platform extends Record<string, unknown> {
  ASSETS: { fetch(address: string): Promise<Response> }
}

/** Stands in for the service until it is composed for workers: it answers /health, /models and the playground. */
async function answer(request: Request, platform: Platform): Promise<Response> {
  readWorkerSettings(platform)
  const { axioms, playground } = await readWorkerAssets(platform.ASSETS)
  const app = createApi()
  const about = { operationId: 'getPlayground', summary: 'The playground', description: 'The playground' }
  mountPage(app, { path: '/playground', built: playground, name: 'The playground', ...about })
  app.get('/health', (context) =>
    context.json({ status: 'healthy', router: 'offline', axioms: axioms.length }),
  )
  app.get('/models', (context) => context.json({ default_models: [] }))
  return sentAsItIs(await app.fetch(request))
}

/** One door for each API where `npm run edge` listens; the platform has one for both, told apart by the host name. */
export const edge = { fetch: answer }
export const tasks = { fetch: answer }
export default { fetch: answer }

/** An object without a use. */
export class Runs {}
export class Memory {}
export class Limits {}
export class Counters {}
