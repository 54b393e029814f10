import { createRoute, z } from '@hono/zod-openapi'
import { OFFLINE } from '../../../consensus/model-router.ts'
import { ChatModel, ChatModelList } from '../../../contract/chat/chat-response.ts'
import { StrettoError } from '../../../contract/error-codes.ts'
import { type CallerKeys, STRUCTURES, type StructureName } from '../../../contract/panel.ts'
import { SERVICE_NAME } from '../../../contract/versions.ts'
import { at, chatErrors, jsonContent } from '../../documentation/api-routes.ts'
import { callerKeysOf, protectedBy, requireKey } from '../../middleware/authenticate.ts'
import type { Api } from '../../shared/request-context.ts'
import type { EdgeServices } from '../edge-services.ts'

export interface OfferedModel {
  id: string
  /** Absent for the default panel. */
  models?: string[]
  /** Those that are asked first; absent where all are asked at once. */
  first?: string[]
  /** Absent to choose by the size of the panel. */
  structure?: StructureName
}

/** The models of the chat API: the default panel, with each structure, and the panels of the operator. */
export function offeredModels(panels: EdgeServices['panels']): OfferedModel[] {
  return [
    { id: 'stretto/auto' },
    ...STRUCTURES.map((structure) => ({ id: `stretto/${structure}`, structure })),
    ...[...panels].map(([name, panel]) => ({ id: `stretto/${name}`, ...panel })),
  ]
}

/** The model with this id; throws not_found with the ids there are. */
export function offeredModel(id: string, offered: OfferedModel[]): OfferedModel {
  const found = offered.find((model) => model.id === id)
  if (found !== undefined) return found
  const ids = offered.map((model) => model.id).join(', ')
  throw new StrettoError(
    'not_found',
    `The model \`${id.slice(0, 200)}\` does not exist. Use one of ${ids}. ${OTHER_MODELS}`,
    { chatCode: 'model_not_found', details: [{ path: 'model', problem: 'does not exist' }] },
  )
}

const OTHER_MODELS =
  'To choose the models of a panel, list them in stretto.models; to ask one model alone, list it there and set stretto.samples.'

/** GET /v1/models and GET /v1/models/{id}: the panels that the chat API offers as models. */
export function mountChatModels(app: Api, services: EdgeServices): void {
  const offered = offeredModels(services.panels)
  const created = Math.floor(services.wallClock() / 1000)
  const shown = ({ id }: OfferedModel) => ({ id, object: 'model' as const, created, owned_by: SERVICE_NAME })
  /** Whether a panel has models, and there are keys for all of them or for none at all. */
  const isAskable = ({ models }: OfferedModel, callerKeys: CallerKeys | null) => {
    const ids = models ?? services.defaultModels(callerKeys)
    const { router } = services
    const { servedBy } = router.connect(callerKeys)
    const isServed = (model: string) =>
      servedBy({ provider: router.providerOf(model, callerKeys), model }) !== OFFLINE
    return ids.length > 0 && (services.routerFor(callerKeys) === OFFLINE || ids.every(isServed))
  }
  const common = { tags: ['Chat'], ...protectedBy(services.keyring) }

  const listChatModels = createRoute({
    ...common,
    ...at('get', '/v1/models', 'listChatModels'),
    summary: 'List the panels of the chat API',
    description:
      'stretto/auto is the default panel; stretto/fugue, stretto/sonata and stretto/concert ask it with that structure; other ids that begin with stretto/ are panels that the operator has named. Panels that cannot be asked, because there is no default panel or a key is missing, are left out.',
    responses: { 200: jsonContent(ChatModelList, 'The panels'), ...chatErrors(401) },
  })
  app.openapi(listChatModels, (context) => {
    const callerKeys = callerKeysOf(context)
    const data = offered.filter((model) => isAskable(model, callerKeys)).map(shown)
    return context.json({ object: 'list' as const, data }, 200)
  })

  const getChatModel = createRoute({
    ...common,
    ...at('get', '/v1/models/{id}', 'getChatModel'),
    summary: 'Get a panel of the chat API',
    description: 'The slash in an id may be sent as it is or as %2F.',
    request: { params: z.object({ id: z.string().meta({ example: 'stretto/auto' }) }) },
    responses: { 200: jsonContent(ChatModel, 'The panel'), ...chatErrors(401, 404) },
  })
  app.openapi(getChatModel, (context) =>
    context.json(shown(offeredModel(context.req.valid('param').id, offered)), 200),
  )
  app.get('/v1/models/:author/:name{.+}', requireKey(services.keyring), (context) => {
    const { author, name } = context.req.param()
    return context.json(shown(offeredModel(`${author}/${name}`, offered)), 200)
  })
}
