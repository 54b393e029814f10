// `stretto/client`: clients of both APIs, for Node, browsers and edge runtimes.
export type { ChatChunk, ChatCompletion } from '../contract/chat/chat-response.ts'
export type { DryRunResponse } from '../contract/dry-run.ts'
export type { EdgeConsensusResponse, StoredConsensusResponse } from '../contract/edge-consensus.ts'
export type { RunEvent } from '../contract/events.ts'
export type { ConsensusResponse, Task } from '../contract/local-consensus.ts'
export type { ChatRequest } from './chat-methods.ts'
export {
  type AxiomSearch,
  createEdgeClient,
  type EdgeClient,
  type EdgeRequest,
  type Search,
} from './edge-client.ts'
export { StrettoApiError, StrettoConnectionError } from './errors.ts'
export type { EdgeEvent, TaskEvent } from './events.ts'
export type { FollowOptions } from './follow-task.ts'
export { type CreateOptions, createLocalClient, type LocalClient, type LocalRequest } from './local-client.ts'
export type { CallOptions, ClientOptions } from './send.ts'
