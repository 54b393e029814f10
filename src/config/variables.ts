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

/** A setting: how it is read, what it is about, and an example where its default is none. */
function setting<Schema extends z.ZodType>(schema: Schema, about: string, example?: string) {
  return { schema, about, example }
}

/** Every setting; `stretto settings` and error messages are generated from this table. */
export const VARIABLES = {
  HOST: setting(z.string().default('127.0.0.1'), 'address to bind', '0.0.0.0'),
  ALLOWED_HOSTS: setting(
    hosts,
    'host names accepted besides localhost while HOST is a loopback address and no proxy is trusted',
    'stretto.test',
  ),
  EDGE_PORT: setting(whole(0, 65535, 8787), 'port of the edge API'),
  LOCAL_PORT: setting(whole(0, 65535, 8000), 'port of the local task API'),
  DATA_DIR: setting(z.string().default('./data/state'), 'directory of the database'),
  AXIOMS_DIR: setting(
    z.string().optional(),
    'directory with axioms of your own, in files of JSON lines (*.jsonl) that are added to the built-in ones; read at the start',
    './axioms-of-ours',
  ),
  DATABASE_URL: setting(
    databaseUrl,
    'PostgreSQL 15 or newer with pgvector 0.8, instead of SQLite in DATA_DIR; any number of processes on any number of machines may share it',
    'postgres://stretto@localhost:5432/stretto',
  ),
  DATABASE_POOL_SIZE: setting(
    whole(2, 1000, 20),
    'maximum number of connections to PostgreSQL, besides one that listens',
  ),
  DATABASE_TLS: setting(
    oneOf(['auto', 'verify', 'require', 'off'], 'auto'),
    'TLS to PostgreSQL; verify: only with a certificate that DATABASE_CA or the system trusts; require: with any; auto: as sslmode in DATABASE_URL says',
    'verify',
  ),
  DATABASE_CA: setting(
    secret,
    'certificate authority of PostgreSQL, in PEM; mostly given as DATABASE_CA_FILE',
    '-----BEGIN CERTIFICATE-----…',
  ),
  API_KEYS: setting(
    apiKeys,
    'API keys as name:key or name:sha256:<hex>, separated by commas; without any, authentication is off',
    'alice:a-long-random-key',
  ),
  LOCAL_AUTH: setting(onOff(false), 'whether the local API requires the same keys', 'on'),
  EMBEDDINGS_AUTH: setting(
    onOff(false),
    'whether POST /embeddings and POST /v1/embeddings require a key',
    'on',
  ),
  CORS_ORIGINS: setting(
    origins,
    'origins of the web pages that may call both APIs from a browser, separated by commas; *: any',
    'https://app.example',
  ),
  RATE_LIMIT_PER_MINUTE: setting(whole(1, 1_000_000, 100), 'requests per minute from one address'),
  RATE_LIMIT_PER_HOUR: setting(whole(1, 100_000_000, 1000), 'requests per hour with one key'),
  RATE_LIMIT_BURST: setting(whole(1, 1_000_000, 10), 'requests per second from one address'),
  REQUEST_LIMIT: setting(
    whole(1, 1_000_000, 1000),
    'concurrent requests on each API before new ones are refused with 503',
  ),
  REQUEST_WAIT_MS: setting(
    whole(1, 3_600_000, 2000),
    'how long the work of one caller may wait for CPU time before new requests of that caller are refused with 503',
  ),
  LOCAL_RATE_LIMITS: setting(
    oneOf(['auto', 'on', 'off'], 'auto'),
    'whether the local API has the same rate limits, counted separately; auto: off while only this machine can reach it (HOST is loopback and no proxy is trusted)',
    'on',
  ),
  TRUST_PROXY: setting(
    z
      .union([z.literal('off').transform(() => 0), whole(0, 10, 0)], {
        error: 'must be off or the number of proxies',
      })
      .default(0),
    'number of proxies to trust for the client address',
    '1',
  ),
  ROUTER: setting(
    oneOf(['auto', 'openrouter', 'offline'], 'auto'),
    'auto: real models if there is a key, an endpoint or OPENAI_BASE_URL, otherwise the offline stand-in; openrouter: refuse to start without OPENROUTER_API_KEY; offline: always the stand-in',
  ),
  OPENROUTER_API_KEY: setting(
    secret,
    'API key for OpenRouter, the routing provider, which takes every model that no other key is for',
    'sk-or-…',
  ),
  OPENROUTER_BASE_URL: setting(
    httpUrl,
    'alternative base URL for OpenRouter',
    'https://openrouter.ai/api/v1',
  ),
  OPENAI_API_KEY: setting(
    secret,
    'API key for OpenAI; takes the models whose ids begin with openai/',
    'sk-…',
  ),
  OPENAI_BASE_URL: setting(
    httpUrl,
    'base URL of any OpenAI-compatible server (Ollama, vLLM, LM Studio), which may need no OPENAI_API_KEY; without OPENROUTER_API_KEY it also replaces the routing provider',
    'http://127.0.0.1:11434/v1',
  ),
  ANTHROPIC_API_KEY: setting(
    secret,
    'API key for Anthropic; takes the models whose ids begin with anthropic/',
    'sk-ant-…',
  ),
  ANTHROPIC_BASE_URL: setting(httpUrl, 'alternative base URL for Anthropic', 'https://api.anthropic.com/v1'),
  GEMINI_API_KEY: setting(
    secret,
    'API key for Gemini; takes the models whose ids begin with google/ or gemini/',
    'AIza…',
  ),
  GEMINI_BASE_URL: setting(
    httpUrl,
    'alternative base URL for Gemini',
    'https://generativelanguage.googleapis.com/v1beta',
  ),
  ENDPOINTS: setting(
    endpoints,
    'more OpenAI-compatible servers, as name=address and separated by semicolons; each takes the models whose ids begin with its name and a slash. Its key, if it needs one, is in NAME_API_KEY or NAME_API_KEY_FILE, with its name in capitals and _ for other characters',
    'ollama=http://127.0.0.1:11434/v1;groq=https://api.groq.com/openai/v1',
  ),
  DEFAULT_MODELS: setting(
    models.optional(),
    `the panel for requests that name no models. Default: ${DEFAULT_PANEL.join(',')} with OPENROUTER_API_KEY, otherwise the newest models of what there are keys and endpoints for, one each, or two of the only one`,
    '~openai/gpt-latest,~anthropic/claude-opus-latest',
  ),
  READER_MODEL: setting(
    modelName,
    'the model that reads the replies of the others, such as which give the same answer, unless a request names one; a small cheap one does. Default: a model of the panel',
    '~google/gemini-flash-latest',
  ),
  PANELS: setting(
    panels,
    'more panels, as name=model,model and separated by semicolons; the chat API offers each as the model stretto/name. The models before a > are asked first, and the others only if that is not enough',
    'fast=vendor/one,vendor/two;deep=vendor/one,vendor/two>vendor/three,vendor/four,vendor/five',
  ),
  PRICES: setting(
    prices,
    'prices that no list of models states, as model=input:output in US dollars per million tokens and separated by semicolons; name/* stands for all models of a server. They win over listed prices, and let budgets and estimates count such models',
    'ollama/*=0:0;mine/model=0.15:0.60',
  ),
  FOOTER: setting(
    oneOf(FOOTERS, 'auto'),
    'whether chat answers end with a line on who agrees and how sure they are; auto: if in doubt',
  ),
  MODEL_TIMEOUT_SECONDS: setting(
    whole(1, 3600, 60),
    'timeout of one model call; for texts, which are streamed, how long the model may be silent, however long the text takes',
  ),
  MODEL_RETRIES: setting(whole(0, 10, 2), 'retries of a failed call that may succeed on another attempt'),
  MODEL_CONCURRENCY: setting(
    whole(1, 100_000, 2000),
    'model calls in flight at once; waiting runs take turns',
  ),
  MODEL_RELIABILITY: setting(
    onOff(true),
    'whether models that were right more often, as far as agreement and verdicts tell, have heavier votes, once every model of the panel has 50 counted runs (counted separately per key; votes are equal in answers that a shared cache keeps for all keys); off: equal votes, no counting and no audits',
    'off',
  ),
  AUDIT_SHARE: setting(
    shareOf(0.02),
    'the share of answers of first stages about which all models of the panel are asked in the background, to see how often they agree; svc_audits_total counts it. 0 turns it off, and so does MODEL_RELIABILITY=off; requests with a key of their own for the router are never audited, nor is any on a server with MAX_COST_USD. What audits cost is in the metrics and in no response',
    '0.05',
  ),
  CONSENSUS_DEADLINE_SECONDS: setting(whole(1, 86_400, 300), 'time limit of a whole consensus run'),
  MAX_COST_USD: setting(
    amountUpTo(LIMITS.costUsd),
    'budget of a run in US dollars: no iteration is begun that would exceed it, by an estimate from those before; requests may only set a lower max_cost_usd',
    '0.50',
  ),
  MAX_CALLS: setting(
    optionalWhole(1, LIMITS.calls),
    'maximum number of model calls of a run, without retries; requests may only set a lower max_calls',
    '40',
  ),
  RUN_CODE: setting(
    oneOf(['auto', 'off'], 'auto'),
    'auto: programs that models write are run in a sandbox, which has no files, no network and no environment, to see whether they do the same; off: nothing that models write is run',
    'off',
  ),
  SEARCH: setting(
    searchEngine,
    'the engine that finds pages on the web for questions that ask for it: searxng=address of a SearXNG of your own that offers JSON, brave or tavily; without one, the web is not searched',
    'searxng=http://127.0.0.1:8080',
  ),
  BRAVE_API_KEY: setting(secret, 'API key for SEARCH=brave', 'BSA…'),
  BRAVE_BASE_URL: setting(httpUrl, 'alternative base URL for Brave Search', 'https://api.search.brave.com'),
  TAVILY_API_KEY: setting(secret, 'API key for SEARCH=tavily', 'tvly-…'),
  TAVILY_BASE_URL: setting(httpUrl, 'alternative base URL for Tavily', 'https://api.tavily.com'),
  SEARCH_ALLOWED_DOMAINS: setting(
    domains,
    'the only domains whose pages are used, with their subdomains, separated by commas',
    'docs.python.org,europa.eu',
  ),
  SEARCH_BLOCKED_DOMAINS: setting(
    domains,
    'domains whose pages are not used, with their subdomains, separated by commas',
    'example.com',
  ),
  MCP_CONFIRM_USD: setting(
    amountUpTo(LIMITS.costUsd),
    'the tools of /mcp and stretto mcp ask the user before a call that may cost more US dollars than this; without it, they never ask',
    '0.10',
  ),
  TASK_CONCURRENCY: setting(whole(1, 100_000, 64), 'tasks running at once'),
  TASK_QUEUE_LIMIT: setting(whole(1, 1_000_000, 1000), 'unfinished tasks before new ones are refused'),
  TASK_LEASE_MS: setting(
    whole(100, 3_600_000, 15_000),
    'after how many milliseconds without a sign of life from the process that runs a task another process on the same data takes the task over',
  ),
  CACHE_TTL_SECONDS: setting(
    whole(1, 31_536_000, 86_400),
    'maximum lifetime of a cached result; randomly up to 10% shorter',
  ),
  CACHE_MAX_ENTRIES: setting(
    whole(1, INDEXED_MAXIMUM, 100_000),
    'maximum number of stored results; beyond it, the key with the most results loses its least recently used ones',
  ),
  CACHE_MAX_BYTES: setting(
    whole(16_777_216, Number.MAX_SAFE_INTEGER, 4_294_967_296),
    'maximum size of the stored results, in bytes of questions and responses; beyond it, the key with the largest size loses its least recently used ones',
  ),
  CACHE_SCOPE: setting(
    oneOf(['key', 'shared'], 'key'),
    'key: each API key has its own cache; shared: all keys share one, except for requests with messages or context, and votes in it are equal; SECURITY.md says who can read and delete what',
  ),
  EMBEDDER: setting(
    oneOf(['builtin', 'openai'], 'builtin'),
    'embedding model; builtin: the included model; openai: any OpenAI-compatible endpoint',
  ),
  EMBEDDER_MODEL: setting(
    z
      .string()
      .max(
        LIMITS.modelIdentifierCharacters,
        `must have at most ${LIMITS.modelIdentifierCharacters} characters`,
      )
      .default('text-embedding-3-small'),
    'model for EMBEDDER=openai; it must produce 768 dimensions, or support requesting them',
    'nomic-embed-text',
  ),
  EMBEDDER_BASE_URL: setting(
    httpUrl,
    'base URL for EMBEDDER=openai; defaults to OPENAI_BASE_URL',
    'http://127.0.0.1:11434/v1',
  ),
  EMBEDDER_API_KEY: setting(
    secret,
    'API key for EMBEDDER=openai; defaults to OPENAI_API_KEY if the base URL is the same',
    'sk-…',
  ),
  LOG_LEVEL: setting(oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'), 'log level'),
  LOG_QUERIES: setting(onOff(false), 'whether query texts are logged', 'on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    httpUrl,
    'address of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to: requests, runs, iterations and model calls, without any texts; OTEL_EXPORTER_OTLP_HEADERS sets headers for it',
    'http://127.0.0.1:4318',
  ),
  OTEL_SERVICE_NAME: setting(
    z.string().default('stretto'),
    'the name of this service in traces',
    'stretto-eu',
  ),
  SHUTDOWN_GRACE_SECONDS: setting(
    whole(0, 3600, 10),
    'how long running work may continue after the service is told to stop',
  ),
}
