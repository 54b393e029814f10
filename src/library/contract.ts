// `stretto/contract`: the schemas of both APIs with their types, limits and error codes.
export {
  Anchor,
  Axiom,
  AxiomDebugResponse,
  AxiomRecord,
  AxiomSearchQuery,
  AxiomSearchResponse,
  LEVEL_NAMES,
} from '../contract/axiom.ts'
export {
  CacheCheckRequest,
  CacheCheckResponse,
  CacheStatsResponse,
  ForgetQuery,
  ForgetResponse,
  SimilarQuery,
  SimilarResponse,
} from '../contract/cache.ts'
export { Claim, ClaimAnalysis, ClaimRuling, ClaimStatus } from '../contract/claims.ts'
export {
  Abstention,
  Dissent,
  Ending,
  IterationEntry,
  Outcome,
  SeatResponse,
  SeatVote,
  TextNote,
  Usage,
  UsagePhase,
} from '../contract/deliberation.ts'
export { DraftReview, DraftVerdict as Verdict } from '../contract/draft-review.ts'
export { DryRunResponse } from '../contract/dry-run.ts'
export { EdgeConsensusRequest, EdgeConsensusResponse } from '../contract/edge-consensus.ts'
export { EmbeddingBatchResponse, EmbeddingRequest, EmbeddingResponse } from '../contract/embedding.ts'
export {
  ErrorBody,
  type ErrorCode,
  type ErrorDetail,
  HTTP_STATUS,
  StrettoError,
} from '../contract/error-codes.ts'
export { EMBEDDING_DIMENSIONS, LIMITS } from '../contract/limits.ts'
export { ConsensusRequest, ConsensusResponse, Task, TaskStatus } from '../contract/local-consensus.ts'
export {
  AskedModel,
  MaxIterations,
  ModelConfig,
  ModelIdentifier,
  ProviderName,
  Query,
  StructureName,
} from '../contract/panel.ts'
export { QuestionKind } from '../contract/question-kind.ts'
export { EdgeHealth, LocalHealth, Welcome } from '../contract/service-info.ts'
export { VerdictRequest, VerdictResponse } from '../contract/verdict.ts'
export { API_VERSION, SOFTWARE_VERSION } from '../contract/versions.ts'
