/** Every limit of the wire format, in one place: schemas, messages and documentation read them from here. */
export const LIMITS = {
  queryCharacters: 200_000,
  /** Of a search text, which stands in a URL. */
  searchCharacters: 16_000,
  answerCharacters: 100_000,
  criteriaCharacters: 500,
  /** Of a question in a list of tasks. */
  listedQueryCharacters: 500,
  verdictAnswerCharacters: 500,
  messages: 1_000,
  /** Of one message, and of all of them. */
  messageCharacters: 200_000,
  attachments: 20,
  tools: 128,
  /** Of the schema of one tool. */
  toolSchemaCharacters: 200_000,
  toolsCharacters: 500_000,
  conversationCharacters: 1_000_000,
  /** Statements that are checked at once. */
  claims: 16,
  claimCharacters: 2_000,
  contextDocuments: 20,
  contextCharacters: 200_000,
  documentTitleCharacters: 200,
  costUsd: 1_000,
  calls: 1_000,
  timeoutSeconds: 3_600,
  patienceSeconds: 600,
  /** Of a stored answer that rests on web pages. */
  maxAgeSeconds: 604_800,
  maxAgeDefault: 86_400,
  stopSequences: 4,
  metadataPairs: 16,
  metadataKeyCharacters: 64,
  metadataValueCharacters: 512,
  panelMinimum: 2,
  panelMaximum: 16,
  enoughDefault: 0.9,
  samplesMaximum: 8,
  iterationsMaximum: 20,
  iterationsDefault: 7,
  topKMaximum: 100,
  topKDefault: 5,
  tasksMaximum: 100,
  tasksDefault: 20,
  minScoreDefault: 0.7,
  embeddingCharacters: 32_000,
  embeddingInputs: 128,
  bodyBytes: 2 * 1024 * 1024,
  /** A body counts as one request per this many bytes. */
  bodyBytesPerRequest: 64 * 1024,
  modelIdentifierCharacters: 200,
  idempotencyKeyCharacters: 255,
} as const

/** Length of every embedding the service stores or returns. */
export const EMBEDDING_DIMENSIONS = 768

/** The most embeddings the vector index holds: 1,536 bytes each, in a WebAssembly memory that ends at 4 GiB. */
export const INDEXED_MAXIMUM = 2_500_000
