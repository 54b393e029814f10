import type { z } from 'zod'
import type { AxiomDebugResponse, AxiomSearchResponse } from '../contract/axiom.ts'
import type {
  CacheCheckResponse,
  CacheStatsResponse,
  ForgetResponse,
  SimilarResponse,
} from '../contract/cache.ts'
import type { ChatRequest } from '../contract/chat/chat-request.ts'
import type { ChatCompletion, ChatModel, ChatModelList } from '../contract/chat/chat-response.ts'
import type { CheckRequest, CheckResponse } from '../contract/check.ts'
import type {
  ConnectionRequest,
  ConnectionStored,
  ConnectionsResponse,
  ConnectionTried,
} from '../contract/connections.ts'
import type { DryRunResponse } from '../contract/dry-run.ts'
import type {
  EdgeConsensusRequest,
  EdgeConsensusResponse,
  StoredConsensusResponse,
} from '../contract/edge-consensus.ts'
import type {
  ChatEmbeddingRequest,
  ChatEmbeddings,
  EmbeddingBatchResponse,
  EmbeddingResponse,
} from '../contract/embedding.ts'
import type { ModelsResponse } from '../contract/models.ts'
import type { ReliabilityResponse } from '../contract/reliability.ts'
import type { DeletedResponse, ResponseObject } from '../contract/responses/response-object.ts'
import type { ResponseRequest } from '../contract/responses/response-request.ts'
import type { KeptRun, RunList } from '../contract/runs.ts'
import type { EdgeHealth, Welcome } from '../contract/service-info.ts'
import type { VerdictRequest, VerdictResponse } from '../contract/verdict.ts'
import { type Call, type CallOptions, type ClientOptions, createSender, serviceMethods } from './send.ts'
import { streamChat, streamResponse, streamRun } from './streams.ts'

/** The body of `POST /consensus-iterative`. */
export type EdgeRequest = Omit<z.input<typeof EdgeConsensusRequest>, 'dry_run'>

/** The body of `POST /v1/chat/completions`; whether it is streamed is decided by the method. */
export type ChatBody = z.input<typeof ChatRequest>

/** The body of `POST /v1/responses`; whether it is streamed is decided by the method. */
export type ResponseBody = z.input<typeof ResponseRequest>

/** A search by meaning. */
export interface Search {
  q: string
  /** Maximum number of results. */
  topK?: number
  /** Minimum score, from 0 to 1. */
  minScore?: number
}

export interface AxiomQuery extends Search {
  /** Levels from 1 to 7; all when absent. */
  levels?: number[]
}

/** The vectors of one text or of several. */
interface EmbedTexts {
  (text: string, options?: CallOptions): Promise<z.output<typeof EmbeddingResponse>>
  (texts: string[], options?: CallOptions): Promise<z.output<typeof EmbeddingBatchResponse>>
}

export type EdgeClient = ReturnType<typeof createEdgeClient>

/** Creates a client of the edge API. */
export function createEdgeClient(options: ClientOptions) {
  const sender = createSender(options)
  const { get, post, remove, json, text } = sender
  const chatPath = '/v1/chat/completions'
  const responsePath = '/v1/responses'
  const storedPath = (id: string) => `${responsePath}/${encodeURIComponent(id)}`
  const runPath = (id: string) => `/runs/${encodeURIComponent(id)}`
  const connectionPath = (name: string) => `/connections/${encodeURIComponent(name)}`
  const streamed = (path: string, request: object, signal: AbortSignal | undefined): Call => {
    return { method: 'POST', path, body: { ...request, stream: true }, signal }
  }

  return {
    /** Asks a panel of models and iterates until they agree. */
    ask: (request: EdgeRequest, options?: CallOptions) =>
      post<EdgeConsensusResponse>('/consensus-iterative', request, options),
    /** Asks like `ask`, and tells what happens on the way; the last event is the result. A failure is thrown. */
    stream: (request: EdgeRequest, { signal }: CallOptions = {}) =>
      streamRun(sender, { method: 'POST', path: '/consensus-iterative', body: request, signal }),
    /** The runs of this caller that were asked for with `keep_running`. */
    runs: (options?: CallOptions) => get<RunList>('/runs', options),
    run: (id: string, options?: CallOptions) => get<KeptRun>(runPath(id), options),
    /** Joins a run: what has happened comes first, or what came after the event with this number. */
    joinRun: (id: string, { signal, after }: CallOptions & { after?: number } = {}) =>
      streamRun(sender, {
        ...{ method: 'GET', path: runPath(id), signal },
        ...(after !== undefined && { headers: { 'Last-Event-ID': String(after) } }),
      }),
    /** Ends a run, and what it costs. */
    stopRun: (id: string, options?: CallOptions) => remove<KeptRun>(runPath(id), options),
    /** Lets a run conclude with what its models have said; its result follows. */
    answerNow: (id: string, options?: CallOptions) =>
      post<KeptRun>(`${runPath(id)}/answer`, undefined, options),
    /** Asks a panel of models once, without iterating. */
    askOnce: (request: EdgeRequest, options?: CallOptions) =>
      post<EdgeConsensusResponse>('/consensus', request, options),
    /** What `ask` would cost at most, without asking any model. */
    dryRun: (request: EdgeRequest, options?: CallOptions) =>
      post<DryRunResponse>('/consensus-iterative', { ...request, dry_run: true }, options),
    /** Asks a panel whether statements are true. */
    check: (request: z.input<typeof CheckRequest>, options?: CallOptions) =>
      post<CheckResponse>('/check', request, options),
    /** Asks a panel through the chat completions protocol. */
    chat: (request: ChatBody, options?: CallOptions) =>
      post<ChatCompletion>(chatPath, { ...request, stream: false }, options),
    /** Asks like `chat`, and yields the answer in chunks as it is accepted. A failure is thrown. */
    chatStream: (request: ChatBody, { signal }: CallOptions = {}) =>
      streamChat(sender, streamed(chatPath, request, signal)),
    /** Asks a panel through the Responses protocol. */
    response: (request: ResponseBody, options?: CallOptions) =>
      post<ResponseObject>(responsePath, { ...request, stream: false }, options),
    /** Asks like `response`, and yields its events; the last one has the whole response. A failure is thrown. */
    responseStream: (request: ResponseBody, { signal }: CallOptions = {}) =>
      streamResponse(sender, streamed(responsePath, request, signal)),
    /** A stored response by its id. */
    storedResponse: (id: string, options?: CallOptions) => get<ResponseObject>(storedPath(id), options),
    /** Deletes a stored response: no conversation goes on through it any more. */
    forgetResponse: (id: string, options?: CallOptions) =>
      remove<z.output<typeof DeletedResponse>>(storedPath(id), options),
    /** The panels that the chat API offers as models. */
    chatModels: (options?: CallOptions) => get<z.output<typeof ChatModelList>>('/v1/models', options),
    chatModel: (id: string, options?: CallOptions) =>
      get<z.output<typeof ChatModel>>(`/v1/models/${encodeURIComponent(id)}`, options),
    /** Texts as vectors, through the protocol of OpenAI. */
    chatEmbeddings: (request: z.input<typeof ChatEmbeddingRequest>, options?: CallOptions) =>
      post<ChatEmbeddings>('/v1/embeddings', request, options),
    ...serviceMethods<EdgeHealth>(sender),
    /** What there is on this API. */
    welcome: (options?: CallOptions) => get<Welcome>('/', options),
    /** The models that can be asked, or those whose id or name contains a text. */
    models: ({ q, ...options }: CallOptions & { q?: string } = {}) =>
      get<z.output<typeof ModelsResponse>>('/models', options, { q }),
    /** What the service can ask, and whether its page can store keys. */
    connections: (options?: CallOptions) => get<ConnectionsResponse>('/connections', options),
    /** Stores a key, or the address of a server; only the page of a service on its own machine may. */
    connect: (name: string, body: ConnectionRequest, { signal }: CallOptions = {}) =>
      json<z.output<typeof ConnectionStored>>({ method: 'PUT', path: connectionPath(name), body, signal }),
    disconnect: (name: string, options?: CallOptions) =>
      remove<ConnectionsResponse>(connectionPath(name), options),
    /** Tests a key of your own, which this client sends. */
    testKey: (name: string, options?: CallOptions) =>
      post<ConnectionTried>(`${connectionPath(name)}/test`, undefined, options),
    /** How reliable the models of a panel are; of the default panel unless models or a panel are named. */
    reliability: ({ models, panel, ...options }: CallOptions & { models?: string[]; panel?: string } = {}) =>
      get<z.output<typeof ReliabilityResponse>>('/models/reliability', options, {
        models: models?.join(','),
        panel,
      }),
    /** Axioms by meaning and wording. */
    searchAxioms: ({ levels, ...search }: AxiomQuery, options?: CallOptions) =>
      get<z.output<typeof AxiomSearchResponse>>('/axioms/search', options, {
        ...search,
        level: levels?.join(','),
      }),
    axiomIndex: (options?: CallOptions) => get<AxiomDebugResponse>('/debug/axioms', options),
    /** Whether the same question was answered before. */
    checkCache: (query: string, options?: CallOptions) =>
      post<CacheCheckResponse>('/cache/check', { query }, options),
    cacheStatistics: (options?: CallOptions) => get<CacheStatsResponse>('/cache/stats', options),
    /** Past queries that are similar, whether or not they ask the same thing. */
    similar: (search: Search, options?: CallOptions) =>
      get<z.output<typeof SimilarResponse>>('/similar', options, { ...search }),
    /** A stored result by its id, with everything that was said in each iteration. */
    result: (id: string, options?: CallOptions) =>
      get<StoredConsensusResponse>(`/results/${encodeURIComponent(id)}`, options),
    /** Says whether a stored result is right, or what the right answer is. */
    giveVerdict: (id: string, verdict: VerdictRequest, options?: CallOptions) =>
      post<VerdictResponse>(`/results/${encodeURIComponent(id)}/verdict`, verdict, options),
    /** Deletes a stored result, and records that it was wrong for a question: the one given, or all that received it. */
    forget: (id: string, { query, ...options }: CallOptions & { query?: string } = {}) =>
      remove<ForgetResponse>(`/cache/${encodeURIComponent(id)}`, options, { query }),
    /** One text, or several, as vectors. */
    embed: ((texts: string | string[], options?: CallOptions) =>
      post('/embeddings', { text: texts }, options)) as EmbedTexts,
    /** Metrics in the Prometheus text format. */
    metrics: (options?: CallOptions) => text('/metrics', options),
    /** The playground as a web page. */
    playground: (options?: CallOptions) => text('/playground', options),
  }
}
