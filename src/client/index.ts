// `stretto/client`: clients of both APIs, for Node, browsers and edge runtimes.
export type { ChatChunk, ChatCompletion } from '../contract/chat/chat-response.ts'
export type { CheckResponse } from '../contract/check.ts'
export type { DryRunResponse } from '../contract/dry-run.ts'
export type { EdgeConsensusResponse, StoredConsensusResponse } from '../contract/edge-consensus.ts'
export type { RunEvent } from '../contract/events.ts'
export type { ConsensusResponse, Task } from '../contract/local-consensus.ts'
export type { ResponseEvent, ResponseObject } from '../contract/responses/response-object.ts'
export type { KeptRun, RunSummary } from '../contract/runs.ts'
export type { VerdictRequest, VerdictResponse } from '../contract/verdict.ts'
export {
  type AxiomQuery as AxiomSearch,
  type ChatBody as ChatRequest,
  createEdgeClient,
  type EdgeClient,
  type EdgeRequest,
  type ResponseBody as ResponseRequest,
  type Search,
} from './edge-client.ts'
export { StrettoApiError, StrettoConnectionError } from './errors.ts'
export {
  type CreateOptions,
  createLocalClient,
  type FollowedEvent as TaskEvent,
  type FollowOptions,
  type LocalClient,
  type LocalRequest,
} from './local-client.ts'
export type { CallOptions, ClientOptions } from './send.ts'
export type { EdgeEvent } from './streams.ts'
