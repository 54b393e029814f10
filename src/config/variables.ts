import { z } from 'zod'
import { FOOTERS } from '../contract/footer.ts'
import { INDEXED_MAXIMUM, LIMITS } from '../contract/limits.ts'
import {
  amountUpTo,
  apiKeys,
  databaseUrl,
  domains,
  endpoints,
  hosts,
  httpUrl,
  modelName,
  models,
  oneOf,
  onOff,
  optionalWhole,
  origins,
  panels,
  prices,
  searchEngine,
  secret,
  shareOf,
  whole,
} from './parsers.ts'

/** The default panel at the routing provider: for each of three vendors the identifier of the newest of a family. */
export const DEFAULT_PANEL = [
  '~openai/gpt-latest',
  '~anthropic/claude-sonnet-latest',
  '~google/gemini-pro-latest',
]

/** Every setting; `stretto settings` and error messages are generated from this table. */
export const VARIABLES = {
  HOST: { schema: z.string().default('127.0.0.1'), about: 'address to bind', example: '0.0.0.0' },
  ALLOWED_HOSTS: {
    schema: hosts,
    about: 'host names accepted besides localhost while HOST is a loopback address and no proxy is trusted',
    example: 'stretto.test',
  },
  EDGE_PORT: { schema: whole(0, 65535, 8787), about: 'port of the edge API' },
  LOCAL_PORT: { schema: whole(0, 65535, 8000), about: 'port of the local task API' },
  DATA_DIR: { schema: z.string().default('./data/state'), about: 'directory of the database' },
  AXIOMS_DIR: {
    schema: z.string().optional(),
    about:
      'directory with axioms of your own, in files of JSON lines (*.jsonl) that are added to the built-in ones; read at the start',
    example: './axioms-of-ours',
  },
  DATABASE_URL: {
    schema: databaseUrl,
    about:
      'PostgreSQL 15 or newer with pgvector 0.8, instead of SQLite in DATA_DIR; any number of processes on any number of machines may share it',
    example: 'postgres://stretto@localhost:5432/stretto',
  },
  DATABASE_POOL_SIZE: {
    schema: whole(2, 1000, 20),
    about: 'maximum number of connections to PostgreSQL, besides one that listens',
  },
  DATABASE_TLS: {
    schema: oneOf(['auto', 'verify', 'require', 'off'], 'auto'),
    about:
      'TLS to PostgreSQL; verify: only with a certificate that DATABASE_CA or the system trusts; require: with any; auto: as sslmode in DATABASE_URL says',
    example: 'verify',
  },
  DATABASE_CA: {
    schema: secret,
    about: 'certificate authority of PostgreSQL, in PEM; mostly given as DATABASE_CA_FILE',
    example: '-----BEGIN CERTIFICATE-----…',
  },
  API_KEYS: {
    schema: apiKeys,
    about:
      'API keys as name:key or name:sha256:<hex>, separated by commas; without any, authentication is off',
    example: 'alice:a-long-random-key',
  },
  LOCAL_AUTH: { schema: onOff(false), about: 'whether the local API requires the same keys', example: 'on' },
  EMBEDDINGS_AUTH: {
    schema: onOff(false),
    about: 'whether POST /embeddings and POST /v1/embeddings require a key',
    example: 'on',
  },
  CORS_ORIGINS: {
    schema: origins,
    about: 'origins of the web pages that may call both APIs from a browser, separated by commas; *: any',
    example: 'https://app.example',
  },
  RATE_LIMIT_PER_MINUTE: { schema: whole(1, 1_000_000, 100), about: 'requests per minute from one address' },
  RATE_LIMIT_PER_HOUR: { schema: whole(1, 100_000_000, 1000), about: 'requests per hour with one key' },
  RATE_LIMIT_BURST: { schema: whole(1, 1_000_000, 10), about: 'requests per second from one address' },
  REQUEST_LIMIT: {
    schema: whole(1, 1_000_000, 1000),
    about: 'concurrent requests on each API before new ones are refused with 503',
  },
  REQUEST_WAIT_MS: {
    schema: whole(1, 3_600_000, 2000),
    about:
      'how long the work of one caller may wait for CPU time before new requests of that caller are refused with 503',
  },
  LOCAL_RATE_LIMITS: {
    schema: oneOf(['auto', 'on', 'off'], 'auto'),
    about:
      'whether the local API has the same rate limits, counted separately; auto: off while only this machine can reach it (HOST is loopback and no proxy is trusted)',
    example: 'on',
  },
  TRUST_PROXY: {
    schema: z
      .union([z.literal('off').transform(() => 0), whole(0, 10, 0)], {
        error: 'must be off or the number of proxies',
      })
      .default(0),
    about: 'number of proxies to trust for the client address',
    example: '1',
  },
  ROUTER: {
    schema: oneOf(['auto', 'openrouter', 'offline'], 'auto'),
    about:
      'auto: real models if there is a key, an endpoint or OPENAI_BASE_URL, otherwise the offline stand-in; openrouter: refuse to start without OPENROUTER_API_KEY; offline: always the stand-in',
  },
  OPENROUTER_API_KEY: {
    schema: secret,
    about: 'API key for OpenRouter, the routing provider, which takes every model that no other key is for',
    example: 'sk-or-…',
  },
  OPENROUTER_BASE_URL: {
    schema: httpUrl,
    about: 'alternative base URL for OpenRouter',
    example: 'https://openrouter.ai/api/v1',
  },
  OPENAI_API_KEY: {
    schema: secret,
    about: 'API key for OpenAI; takes the models whose ids begin with openai/',
    example: 'sk-…',
  },
  OPENAI_BASE_URL: {
    schema: httpUrl,
    about:
      'base URL of any OpenAI-compatible server (Ollama, vLLM, LM Studio), which may need no OPENAI_API_KEY; without OPENROUTER_API_KEY it also replaces the routing provider',
    example: 'http://127.0.0.1:11434/v1',
  },
  ANTHROPIC_API_KEY: {
    schema: secret,
    about: 'API key for Anthropic; takes the models whose ids begin with anthropic/',
    example: 'sk-ant-…',
  },
  ANTHROPIC_BASE_URL: {
    schema: httpUrl,
    about: 'alternative base URL for Anthropic',
    example: 'https://api.anthropic.com/v1',
  },
  GEMINI_API_KEY: {
    schema: secret,
    about: 'API key for Gemini; takes the models whose ids begin with google/ or gemini/',
    example: 'AIza…',
  },
  GEMINI_BASE_URL: {
    schema: httpUrl,
    about: 'alternative base URL for Gemini',
    example: 'https://generativelanguage.googleapis.com/v1beta',
  },
  ENDPOINTS: {
    schema: endpoints,
    about:
      'more OpenAI-compatible servers, as name=address and separated by semicolons; each takes the models whose ids begin with its name and a slash. Its key, if it needs one, is in NAME_API_KEY or NAME_API_KEY_FILE, with its name in capitals and _ for other characters',
    example: 'ollama=http://127.0.0.1:11434/v1;groq=https://api.groq.com/openai/v1',
  },
  DEFAULT_MODELS: {
    schema: models.optional(),
    about: `the panel for requests that name no models. Default: ${DEFAULT_PANEL.join(',')} with OPENROUTER_API_KEY, otherwise the newest models of what there are keys and endpoints for, one each, or two of the only one`,
    example: '~openai/gpt-latest,~anthropic/claude-opus-latest',
  },
  READER_MODEL: {
    schema: modelName,
    about:
      'the model that reads the replies of the others, such as which give the same answer, unless a request names one; a small cheap one does. Default: a model of the panel',
    example: '~google/gemini-flash-latest',
  },
  PANELS: {
    schema: panels,
    about:
      'more panels, as name=model,model and separated by semicolons; the chat API offers each as the model stretto/name. The models before a > are asked first, and the others only if that is not enough',
    example: 'fast=vendor/one,vendor/two;deep=vendor/one,vendor/two>vendor/three,vendor/four,vendor/five',
  },
  PRICES: {
    schema: prices,
    about:
      'prices that no list of models states, as model=input:output in US dollars per million tokens and separated by semicolons; name/* stands for all models of a server. They win over listed prices, and let budgets and estimates count such models',
    example: 'ollama/*=0:0;mine/model=0.15:0.60',
  },
  FOOTER: {
    schema: oneOf(FOOTERS, 'auto'),
    about: 'whether chat answers end with a line on who agrees and how sure they are; auto: if in doubt',
  },
  MODEL_TIMEOUT_SECONDS: {
    schema: whole(1, 3600, 60),
    about:
      'timeout of one model call; for texts, which are streamed, how long the model may be silent, however long the text takes',
  },
  MODEL_RETRIES: {
    schema: whole(0, 10, 2),
    about: 'retries of a failed call that may succeed on another attempt',
  },
  MODEL_CONCURRENCY: {
    schema: whole(1, 100_000, 2000),
    about: 'model calls in flight at once; waiting runs take turns',
  },
  MODEL_RELIABILITY: {
    schema: onOff(true),
    about:
      'whether models that were right more often, as far as agreement and verdicts tell, have heavier votes, once every model of the panel has 50 counted runs (counted separately per key; votes are equal in answers that a shared cache keeps for all keys); off: equal votes, no counting and no audits',
    example: 'off',
  },
  AUDIT_SHARE: {
    schema: shareOf(0.02),
    about:
      'the share of answers of first stages about which all models of the panel are asked in the background, to see how often they agree; svc_audits_total counts it. 0 turns it off, and so does MODEL_RELIABILITY=off; requests with a key of their own for the router are never audited, nor is any on a server with MAX_COST_USD. What audits cost is in the metrics and in no response',
    example: '0.05',
  },
  CONSENSUS_DEADLINE_SECONDS: { schema: whole(1, 86_400, 300), about: 'time limit of a whole consensus run' },
  MAX_COST_USD: {
    schema: amountUpTo(LIMITS.costUsd),
    about:
      'budget of a run in US dollars: no iteration is begun that would exceed it, by an estimate from those before; requests may only set a lower max_cost_usd',
    example: '0.50',
  },
  MAX_CALLS: {
    schema: optionalWhole(1, LIMITS.calls),
    about: 'maximum number of model calls of a run, without retries; requests may only set a lower max_calls',
    example: '40',
  },
  RUN_CODE: {
    schema: oneOf(['auto', 'off'], 'auto'),
    about:
      'auto: programs that models write are run in a sandbox, which has no files, no network and no environment, to see whether they do the same; off: nothing that models write is run',
    example: 'off',
  },
  SEARCH: {
    schema: searchEngine,
    about:
      'the engine that finds pages on the web for questions that ask for it: searxng=address of a SearXNG of your own that offers JSON, brave or tavily; without one, the web is not searched',
    example: 'searxng=http://127.0.0.1:8080',
  },
  BRAVE_API_KEY: { schema: secret, about: 'API key for SEARCH=brave', example: 'BSA…' },
  BRAVE_BASE_URL: {
    schema: httpUrl,
    about: 'alternative base URL for Brave Search',
    example: 'https://api.search.brave.com',
  },
  TAVILY_API_KEY: { schema: secret, about: 'API key for SEARCH=tavily', example: 'tvly-…' },
  TAVILY_BASE_URL: {
    schema: httpUrl,
    about: 'alternative base URL for Tavily',
    example: 'https://api.tavily.com',
  },
  SEARCH_ALLOWED_DOMAINS: {
    schema: domains,
    about: 'the only domains whose pages are used, with their subdomains, separated by commas',
    example: 'docs.python.org,europa.eu',
  },
  SEARCH_BLOCKED_DOMAINS: {
    schema: domains,
    about: 'domains whose pages are not used, with their subdomains, separated by commas',
    example: 'example.com',
  },
  MCP_CONFIRM_USD: {
    schema: amountUpTo(LIMITS.costUsd),
    about:
      'the tools of /mcp and stretto mcp ask the user before a call that may cost more US dollars than this; without it, they never ask',
    example: '0.10',
  },
  TASK_CONCURRENCY: { schema: whole(1, 100_000, 64), about: 'tasks running at once' },
  TASK_QUEUE_LIMIT: {
    schema: whole(1, 1_000_000, 1000),
    about: 'unfinished tasks before new ones are refused',
  },
  TASK_LEASE_MS: {
    schema: whole(100, 3_600_000, 15_000),
    about:
      'after how many milliseconds without a sign of life from the process that runs a task another process on the same data takes the task over',
  },
  CACHE_TTL_SECONDS: {
    schema: whole(1, 31_536_000, 86_400),
    about: 'maximum lifetime of a cached result; randomly up to 10% shorter',
  },
  CACHE_MAX_ENTRIES: {
    schema: whole(1, INDEXED_MAXIMUM, 100_000),
    about:
      'maximum number of stored results; beyond it, the key with the most results loses its least recently used ones',
  },
  CACHE_MAX_BYTES: {
    schema: whole(16_777_216, Number.MAX_SAFE_INTEGER, 4_294_967_296),
    about:
      'maximum size of the stored results, in bytes of questions and responses; beyond it, the key with the largest size loses its least recently used ones',
  },
  CACHE_SCOPE: {
    schema: oneOf(['key', 'shared'], 'key'),
    about:
      'key: each API key has its own cache; shared: all keys share one, except for requests with messages or context, and votes in it are equal; SECURITY.md says who can read and delete what',
  },
  EMBEDDER: {
    schema: oneOf(['builtin', 'openai'], 'builtin'),
    about: 'embedding model; builtin: the included model; openai: any OpenAI-compatible endpoint',
  },
  EMBEDDER_MODEL: {
    schema: z
      .string()
      .max(
        LIMITS.modelIdentifierCharacters,
        `must have at most ${LIMITS.modelIdentifierCharacters} characters`,
      )
      .default('text-embedding-3-small'),
    about: 'model for EMBEDDER=openai; it must produce 768 dimensions, or support requesting them',
    example: 'nomic-embed-text',
  },
  EMBEDDER_BASE_URL: {
    schema: httpUrl,
    about: 'base URL for EMBEDDER=openai; defaults to OPENAI_BASE_URL',
    example: 'http://127.0.0.1:11434/v1',
  },
  EMBEDDER_API_KEY: {
    schema: secret,
    about: 'API key for EMBEDDER=openai; defaults to OPENAI_API_KEY if the base URL is the same',
    example: 'sk-…',
  },
  LOG_LEVEL: { schema: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'), about: 'log level' },
  LOG_QUERIES: { schema: onOff(false), about: 'whether query texts are logged', example: 'on' },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl,
    about:
      'address of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to: requests, runs, iterations and model calls, without any texts; OTEL_EXPORTER_OTLP_HEADERS sets headers for it',
    example: 'http://127.0.0.1:4318',
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().default('stretto'),
    about: 'the name of this service in traces',
    example: 'stretto-eu',
  },
  SHUTDOWN_GRACE_SECONDS: {
    schema: whole(0, 3600, 10),
    about: 'how long running work may continue after the service is told to stop',
  },
} as const
