import { createHash } from 'node:crypto'
import { z } from 'zod'
import { LIMITS } from '../contract/limits.ts'
import { OPERATOR_NAME, PROVIDERS, STRUCTURES } from '../contract/panel.ts'

/** A whole number within bounds. */
export const whole = (minimum: number, maximum: number, defaultValue: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum, `must be at least ${minimum}`).max(maximum, `must be at most ${maximum}`))
    .default(defaultValue)

/** A whole number within bounds that need not be set. */
export const optionalWhole = (minimum: number, maximum: number) =>
  whole(minimum, maximum, minimum).unwrap().optional()

const decimal = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/, 'must be a number')
  .transform(Number)

/** An amount above zero that need not be set. */
export const amountUpTo = (maximum: number) =>
  decimal.pipe(z.number().gt(0, 'must be more than 0').max(maximum, `must be at most ${maximum}`)).optional()

/** A share, from 0 to 1. */
export const shareOf = (defaultValue: number) =>
  decimal.pipe(z.number().max(1, 'must be at most 1')).default(defaultValue)

/** One of several words. */
export const oneOf = <const Name extends string>(names: readonly Name[], defaultValue: NoInfer<Name>) => {
  const error = `must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
  return z.enum(names, { error }).default(defaultValue as never)
}

export const onOff = (defaultValue: boolean) =>
  z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .transform((value) => value === 'on')
    .default(defaultValue)

const address = (protocol: RegExp, error: string) => z.url({ protocol, error }).optional()
export const httpUrl = address(/^https?$/, 'must be an http or https address')
export const databaseUrl = address(/^postgres(ql)?$/, 'must be an address that begins with postgres://')

export const secret = z.string().min(1).optional()

const list = (value: string) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const distinct = (texts: string[]) => new Set(texts).size === texts.length

/** The keys of the callers, of which only digests are kept. */
export const apiKeys = z
  .string()
  // Setting the variable means keys are wanted: treating a typo as "no keys" would open the service to everyone.
  .refine((value) => list(value).length > 0, { error: 'must have at least one entry', abort: true })
  .transform((value, context) =>
    list(value).map((entry, index) => {
      const stored = /^([^:]+):sha256:([0-9a-f]{64})$/i.exec(entry)
      if (stored) return { name: stored[1]!, digest: new Uint8Array(Buffer.from(stored[2]!, 'hex')) }
      const [name, ...rest] = entry.split(':')
      const key = rest.join(':')
      if (name === undefined || name === '' || key === '' || /^sha256:/i.test(key)) {
        context.addIssue(`entry ${index + 1} must be name:key or name:sha256:<64 hex digits>`)
        return z.NEVER
      }
      return { name, digest: new Uint8Array(createHash('sha256').update(key).digest()) }
    }),
  )
  .refine((keys) => distinct(keys.map(({ name }) => name)), 'must not contain the same name twice')
  .refine(
    (keys) => distinct(keys.map(({ digest }) => Buffer.from(digest).toString('hex'))),
    'must not contain the same key under two names',
  )
  .default([])

/** Names in lower case, separated by commas. */
const listOf = (name: z.ZodType<string, string>) =>
  z
    .string()
    .transform((value) => list(value).map((item) => item.toLowerCase()))
    .pipe(z.array(name))
    .default([])

export const hosts = listOf(
  z.string().regex(/^(?:[a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])$/, 'must be host names without a port'),
)

const DOMAIN = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u

/** Domains, each with its subdomains, in the form in which addresses have them. */
export const domains = listOf(
  z
    .string()
    .refine((name) => DOMAIN.test(name) && URL.canParse(`https://${name}`), {
      error: 'must be domains without https:// and without a port, separated by commas',
      abort: true,
    })
    .transform((name) => new URL(`https://${name}`).hostname),
)

const BASE_ADDRESS = /^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/i

/** A search engine, as searxng=address or by its name alone. */
export const searchEngine = z
  .string()
  .transform((text, context) => {
    const [, baseUrl = ''] = /^searxng\s*=\s*(\S+)$/.exec(text) ?? []
    if (text === 'brave' || text === 'tavily')
      return { engine: text as 'brave' | 'tavily', baseUrl: undefined }
    if (BASE_ADDRESS.test(baseUrl) && URL.canParse(baseUrl)) return { engine: 'searxng' as const, baseUrl }
    context.addIssue('must be brave, tavily, or searxng= and an http or https address without user and query')
    return z.NEVER
  })
  .optional()

export const modelName = z.string().trim().min(1).max(LIMITS.modelIdentifierCharacters).optional()

/** A panel: model identifiers, separated by commas. */
export const models = z
  .string()
  .transform(list)
  .pipe(
    z
      .array(z.string().max(LIMITS.modelIdentifierCharacters))
      .min(LIMITS.panelMinimum, `must name at least ${LIMITS.panelMinimum} models`)
      .max(LIMITS.panelMaximum, `must name at most ${LIMITS.panelMaximum} models`),
  )

/** Names that the chat API gives to the default panel. */
const RESERVED_NAMES = ['auto', ...STRUCTURES]

export interface NamedPanel {
  models: string[]
  /** Those that are asked first; absent where all are asked at once. */
  first?: string[]
}

type Problem = string

const formed = (form: string): Problem =>
  `must be ${form}, separated by semicolons, with names of up to 32 characters from a-z, 0-9, '.', '_' and '-'`

/** Entries as name=value, separated by semicolons; `read` returns the value of one, or what is wrong with it. */
const namedEntries = <Value extends object>(
  { form, kind, taken }: { form: string; kind: string; taken: string[] },
  read: (name: string, value: string, others: Map<string, Value>) => Value | Problem,
) =>
  z.string().transform((text, context) => {
    const entries = new Map<string, Value>()
    const readNext = (entry: string): Value | Problem => {
      const [name = '', ...rest] = entry.split('=').map((part) => part.trim())
      const value = rest.join('=')
      if (!OPERATOR_NAME.test(name)) return formed(form)
      if (taken.includes(name)) return `must not name ${kind} ${taken.join(', ')}`
      if (entries.has(name)) return `must not name the ${kind.split(' ')[1]} ${name} twice`
      const found = read(name, value, entries)
      if (typeof found !== 'string') entries.set(name, found)
      return found
    }
    for (const entry of text.split(';').filter((one) => one.trim() !== '')) {
      const found = readNext(entry)
      if (typeof found !== 'string') continue
      context.addIssue(found)
      return z.NEVER
    }
    return entries
  })

const PANEL_FORM = 'name=model,model'

/** Named panels, as name=model,model or name=model,model>model. */
export const panels = namedEntries<NamedPanel>(
  { form: PANEL_FORM, kind: 'a panel', taken: RESERVED_NAMES },
  (name, value) => {
    if (value.includes('=')) return formed(PANEL_FORM)
    const [first = '', later, ...others] = value.split('>')
    const parsed = models.safeParse(value.replaceAll('>', ','))
    if (!parsed.success) return `${parsed.error.issues[0]?.message} for the panel ${name}`
    if (others.length > 0) return `must have only one > for the panel ${name}`
    if (later === undefined) return { models: parsed.data }
    if (list(first).length < 2 || list(later).length === 0)
      return `must name at least 2 models before the > and 1 after it for the panel ${name}`
    return { models: parsed.data, first: list(first) }
  },
).default(new Map())

/** A server of the operator's choice that speaks the chat completions of OpenAI. */
export interface Endpoint {
  name: string
  baseUrl: string
  keyVariable: string
  /** Null where it needs none. */
  apiKey: string | null
}

/** Names that mean something else in an id or a response, or whose key belongs to something else. */
const TAKEN_NAMES = [...PROVIDERS, 'google', 'offline', 'stretto', 'embedder', 'brave', 'tavily']

/** Whether an endpoint may be called so. */
export function isEndpointName(name: string): boolean {
  return OPERATOR_NAME.test(name) && !TAKEN_NAMES.includes(name)
}

/** OpenAI-compatible servers, as name=address; their keys are filled in later. */
export const endpoints = namedEntries<Endpoint>(
  { form: 'name=address', kind: 'an endpoint', taken: TAKEN_NAMES },
  (name, baseUrl, others) => {
    const keyVariable = `${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_API_KEY`
    const twin = [...others.values()].find((other) => other.keyVariable === keyVariable)
    if (twin !== undefined)
      return `must not name both ${twin.name} and ${name}, whose keys would both be in ${keyVariable}`
    if (!httpUrl.safeParse(baseUrl).data) return `must have an http or https address for the endpoint ${name}`
    return { name, baseUrl, keyVariable, apiKey: null }
  },
)
  .transform((entries) => [...entries.values()])
  .default([])

const PRICE = /^([^=\s]+)\s*=\s*(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/
const PRICE_RULE = 'must be model=input:output, separated by semicolons, in US dollars per million tokens'

function priceOf(promptUsdPerMillion: number, completionUsdPerMillion: number) {
  return { promptUsdPerMillion, completionUsdPerMillion, requestUsd: 0 }
}

/** Prices of models; name/* stands for all models of a server. */
export const prices = z
  .string()
  .transform((text, context) => {
    const entries = new Map<string, ReturnType<typeof priceOf>>()
    for (const entry of text.split(';').map((one) => one.trim())) {
      if (entry === '') continue
      const [, id, prompt, completion] = PRICE.exec(entry) ?? []
      if (id === undefined) context.addIssue(`${PRICE_RULE}; “${entry}” is not`)
      else if (entries.has(id)) context.addIssue(`must not name ${id} twice`)
      else entries.set(id, priceOf(Number(prompt), Number(completion)))
    }
    return entries
  })
  .default(new Map())

const ORIGINS_RULE = 'must be origins without a path, separated by commas, or * alone'

/** Origins of web pages, in the form in which browsers send them. */
export const origins = z
  .string()
  .transform((value) => list(value).map((origin) => origin.toLowerCase()))
  .refine((all) => all.every((origin) => isOrigin(origin) || (origin === '*' && all.length === 1)), {
    error: ORIGINS_RULE,
    abort: true,
  })
  .transform((all) => all.map((origin) => (/^https?:/.test(origin) ? new URL(origin).origin : origin)))
  .default([])

/** Whether a text is a scheme with a host; apps on a device have schemes of their own. */
function isOrigin(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/.test(text) && URL.canParse(text)
}
