import { createRoute } from '@hono/zod-openapi'
import {
  ConnectionName,
  ConnectionRequest,
  ConnectionStored,
  ConnectionsResponse,
  ConnectionTried,
} from '../../contract/connections.ts'
import { refused, StrettoError } from '../../contract/error-codes.ts'
import { callerKeyFor } from '../../contract/panel.ts'
import { at, jsonRequest, jsonResponses, ownKeyHeaders } from '../documentation/api-routes.ts'
import { callerKeysOf, protectedBy } from '../middleware/authenticate.ts'
import { jsonBody, knownFields } from '../middleware/json-body.ts'
import { type Api, type ApiContext, callerSignal } from '../shared/request-context.ts'
import type { EdgeServices } from './edge-services.ts'

/** GET, PUT and DELETE /connections: the keys and servers of one’s own service, and a test for keys kept elsewhere. */
export function mountConnections(app: Api, services: EdgeServices): void {
  const { connections, keyring } = services
  const listed = { tags: ['Models'], ...protectedBy(keyring) }
  /** The page alone can call these, so that the API documentation leaves them out. */
  const hidden = { ...listed, hide: true, request: { params: ConnectionName } }

  const listConnections = createRoute({
    ...listed,
    ...at('get', '/connections', 'listConnections'),
    summary: 'Connected providers and servers',
    description:
      'Lists what the service can ask, and says whether its page can store keys. No key is returned, only the end of stored ones.',
    responses: jsonResponses(ConnectionsResponse, 'What is connected', [401, 403]),
  })
  app.openapi(listConnections, (context) => {
    // Pages of CORS_ORIGINS may ask models, but need not know whose keys these are.
    const from = context.req.header('origin')
    if (from !== undefined && from !== new URL(context.req.url).origin)
      throw new StrettoError('forbidden', 'Pages of other origins may not list connections.')
    const { whyNot } = connections
    return context.json({ connections: connections.list(), can_store: whyNot === null, why_not: whyNot }, 200)
  })

  const storeConnection = createRoute({
    ...hidden,
    ...protectedBy(keyring, ...jsonBody, knownFields(ConnectionRequest)),
    ...at('put', '/connections/{name}', 'storeConnection'),
    summary: 'Connect a provider or a server',
    description:
      'Tests a key with one small call, or an address by reading its list of models, and stores it if it works. Only the page of a service that nothing but its own machine can reach may do so. Settings of the service win.',
    request: { params: ConnectionName, body: jsonRequest(ConnectionRequest) },
    responses: jsonResponses(
      ConnectionStored,
      'It works, and is used from now on',
      [401, 403, 409, 413, 415, 502],
    ),
  })
  app.openapi(storeConnection, async (context) => {
    requireOwnPage(context, services)
    const { name } = context.req.valid('param')
    const tried = await connections.connect(name, context.req.valid('json'), callerSignal(context))
    return context.json({ ...tried, default_models: services.defaultModels(null) }, 200)
  })

  const forgetConnection = createRoute({
    ...hidden,
    ...at('delete', '/connections/{name}', 'forgetConnection'),
    summary: 'Forget a stored key or server',
    description: 'Runs that are under way can no longer use it.',
    responses: jsonResponses(ConnectionsResponse, 'What is left', [401, 403, 404, 409]),
  })
  app.openapi(forgetConnection, async (context) => {
    requireOwnPage(context, services)
    await connections.forget(context.req.valid('param').name)
    return context.json({ connections: connections.list(), can_store: true, why_not: null }, 200)
  })

  const testConnection = createRoute({
    ...hidden,
    ...at('post', '/connections/{name}/test', 'testConnection'),
    summary: 'Test a key of your own',
    description:
      'Asks one small model of a provider for a word, with your own key from its header, which costs less than a tenth of a cent. Nothing is stored.',
    parameters: ownKeyHeaders,
    responses: jsonResponses(ConnectionTried, 'The key works', [401, 409, 502]),
  })
  app.openapi(testConnection, async (context) => {
    const { name } = context.req.valid('param')
    const key = callerKeyFor(name, callerKeysOf(context))
    if (key === undefined) throw refused('name', `No key for ${name} came with the request`)
    return context.json(await connections.tryKey(name, key, callerSignal(context)), 200)
  })
}

/**
 * Rejects all but the service’s own page, opened on its own machine. A foreign page sends its own origin; one whose name
 * leads here is served under that name; and what comes through a proxy may be anybody’s.
 */
function requireOwnPage(context: ApiContext, { connections }: EdgeServices): void {
  const { url } = context.req
  const { origin, hostname } = new URL(url)
  const isOwn =
    context.req.header('origin') === origin &&
    (context.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin' &&
    connections.isThisMachine(hostname, context)
  if (connections.whyNot !== null)
    throw new StrettoError('forbidden', `${connections.whyNot} Set keys in .env.`)
  if (!isOwn)
    throw new StrettoError(
      'forbidden',
      'Only the page of this service, opened on its own machine, may change connections. Open it as http://localhost, or set keys in .env.',
    )
}
