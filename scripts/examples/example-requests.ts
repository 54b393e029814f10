import { PLAYED_MODELS } from './played-models.ts'

/** A request of the documentation. Its response is recorded from the running service. */
export interface ExampleRequest {
  operationId: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Set apart where an operation has several examples. */
  name?: string
  /** What it shows, for a reader who chooses among several. */
  summary?: string
  /** Values of path and query parameters. `{id of OPERATION}` stands for the id in the response to that operation. */
  parameters?: Record<string, string | number>
  headers?: Record<string, string>
  body?: Record<string, unknown>
  /** Whether the models that answer are those that were played for the recording of live panels; the offline voices otherwise. */
  isPlayed?: true
  /** What is sent right before, and not shown; its id is that of this operation. */
  before?: ExampleRequest
  /** Only this much of a long text is shown: the first lines, of those that contain a word. */
  lines?: number
  about?: string
  /** Only these fields of a long object are shown. */
  fields?: string[]
}

const SPEED_OF_LIGHT = 'What is the speed of light in a vacuum?'
const SUM = 'What is 17 + 25?'
const TWO_MODELS = [
  { provider: 'openrouter', name: 'One', model: 'vendor/one' },
  { provider: 'openrouter', name: 'Two', model: 'vendor/two' },
]

const get = (operationId: string, path: string, rest: Partial<ExampleRequest> = {}): ExampleRequest => ({
  operationId,
  method: 'GET',
  path,
  ...rest,
})
const post = (operationId: string, path: string, body?: Record<string, unknown>): ExampleRequest => ({
  operationId,
  method: 'POST',
  path,
  ...(body && { body }),
})
const KEPT_RUN = post('createIterativeConsensus', '/consensus-iterative', {
  query: SUM,
  skip_cache: true,
  keep_running: true,
})

const service = [
  get('getHealth', '/health'),
  get('getLiveness', '/livez'),
  get('getReadiness', '/readyz'),
  get('getDocumentation', '/docs', { lines: 3 }),
  get('getOpenApiDocument', '/openapi.json', { fields: ['openapi', 'servers', 'tags'] }),
]

/** The requests in the order in which they are sent: what is looked up was asked before. */
export const EXAMPLE_REQUESTS: Record<'edge' | 'local', ExampleRequest[]> = {
  edge: [
    get('getWelcome', '/'),
    ...service,
    get('getPlayground', '/playground', { lines: 3 }),
    {
      ...post('createIterativeConsensus', '/consensus-iterative', { query: SPEED_OF_LIGHT }),
      summary: 'A question with a short answer',
    },
    {
      ...post('createIterativeConsensus', '/consensus-iterative', { query: SUM, max_iterations: 2 }),
      name: 'events',
      summary: 'A run as it happens, with Accept: text/event-stream',
      headers: { Accept: 'text/event-stream' },
    },
    {
      ...post('createIterativeConsensus', '/consensus-iterative', {
        query: 'Compare SQLite and PostgreSQL for a team of five.',
        dry_run: true,
      }),
      name: 'dry_run',
      summary: 'What a question would cost at most; nothing is called',
    },
    post('createConsensus', '/consensus', { query: 'What is the chemical formula of water?' }),
    {
      ...post('checkClaims', '/check', {
        claims: [
          'The minimum legal age for buying a bottle of beer in a shop is 18.',
          'A car going at a steady 90 km/h covers 25 metres every second.',
          'It will rain in Lisbon on 14 March 2046.',
        ],
        models: PLAYED_MODELS,
      }),
      isPlayed: true,
    },
    post('createChatCompletion', '/v1/chat/completions', {
      model: 'stretto/auto',
      messages: [{ role: 'user', content: 'How many legs does a spider have?' }],
    }),
    post('createResponse', '/v1/responses', {
      model: 'stretto/auto',
      input: 'How many legs does a spider have?',
    }),
    get('getResponse', '/v1/responses/{id}', { parameters: { id: '{id of createResponse}' } }),
    {
      operationId: 'deleteResponse',
      method: 'DELETE',
      path: '/v1/responses/{id}',
      parameters: { id: '{id of createResponse}' },
    },
    {
      ...post('sendMessage', '/mcp', {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_axioms', arguments: { query: 'speed of light', limit: 1 } },
      }),
      headers: { Accept: 'application/json, text/event-stream' },
    },
    get('listChatModels', '/v1/models'),
    get('getChatModel', '/v1/models/{id}', { parameters: { id: 'stretto/auto' } }),
    get('searchAxioms', '/axioms/search', { parameters: { q: 'speed of light', topK: 2, level: '2' } }),
    get('describeAxioms', '/debug/axioms'),
    post('checkCache', '/cache/check', { query: 'How fast does light travel in a vacuum?' }),
    get('getCacheStatistics', '/cache/stats'),
    get('findSimilarQueries', '/similar', { parameters: { q: 'speed of light', topK: 1, minScore: 0.3 } }),
    get('listRuns', '/runs', { before: KEPT_RUN }),
    get('getRun', '/runs/{id}', { before: KEPT_RUN, parameters: { id: '{id of getRun}' } }),
    {
      ...post('answerRun', '/runs/{id}/answer'),
      before: KEPT_RUN,
      parameters: { id: '{id of answerRun}' },
    },
    {
      operationId: 'stopRun',
      method: 'DELETE',
      path: '/runs/{id}',
      before: KEPT_RUN,
      parameters: { id: '{id of stopRun}' },
    },
    get('getResult', '/results/{id}', { parameters: { id: '{id of createIterativeConsensus}' } }),
    {
      ...post('giveVerdict', '/results/{id}/verdict', { answer: '299 792 458 m/s' }),
      parameters: { id: '{id of createIterativeConsensus}' },
    },
    {
      operationId: 'forgetResult',
      method: 'DELETE',
      path: '/cache/{id}',
      parameters: { id: '{id of createIterativeConsensus}' },
    },
    post('createChatEmbeddings', '/v1/embeddings', { model: 'stretto', input: 'hello' }),
    post('createEmbeddings', '/embeddings', { text: 'hello' }),
    get('listModels', '/models', { parameters: { q: 'claude' } }),
    get('listConnections', '/connections'),
    get('getReliability', '/models/reliability'),
    get('getMetrics', '/metrics', { lines: 6, about: 'svc_requests_total' }),
  ],
  local: [
    ...service,
    post('createTask', '/consensus', { query: SPEED_OF_LIGHT, models: TWO_MODELS }),
    // Until the task is finished, so that the next request finds its result.
    get('streamTaskEvents', '/consensus/{id}/events', { parameters: { id: '{id of createTask}' } }),
    get('getTask', '/consensus/{id}', { parameters: { id: '{id of createTask}' } }),
    get('listTasks', '/consensus', { parameters: { limit: 1 } }),
    {
      ...post('giveVerdict', '/consensus/{id}/verdict', { right: true }),
      parameters: { id: '{id of createTask}' },
    },
    post('createConsensus', '/consensus/sync', { query: SUM, models: TWO_MODELS, max_iterations: 3 }),
    {
      operationId: 'cancelTask',
      method: 'DELETE',
      path: '/consensus/{id}',
      parameters: { id: '{id of cancelTask}' },
      before: post('createTask', '/consensus', { query: SUM, models: TWO_MODELS }),
    },
  ],
}
