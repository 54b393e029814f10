import { z } from 'zod'

/** An error as a provider states it in the body of its response. */
export interface StatedError {
  words: string
  /** The status it names itself, which a response of status 200 may differ from. */
  status: number | null
  names: string[]
}

const LONGEST_WORDS = 400
/** Of a page that is all markup, so much is looked at. */
const LONGEST_PAGE = 8_000

const Details = z.object({
  message: z.string().optional().catch(undefined),
  code: z.union([z.number(), z.string()]).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  /** What the provider behind a router said. */
  metadata: z.object({ raw: z.string() }).optional().catch(undefined),
})

/** Some servers send an error that says nothing beside an answer. */
const Told = z
  .record(z.string(), z.unknown())
  .refine((fields) => Object.values(fields).some(Boolean))
  .pipe(Details)

const Body = z.object({
  error: z
    .union([z.string().min(1), Told])
    .optional()
    .catch(undefined),
  choices: z
    .array(z.object({ error: Told.optional().catch(undefined) }))
    .optional()
    .catch(undefined),
})

/** The error in a body that should have been a reply; null when there is none. */
export function errorIn(body: unknown): StatedError | null {
  const { error, choices } = Body.safeParse(body).data ?? {}
  if (typeof error === 'string') return { words: tidy(error), status: null, names: [] }
  const details = error ?? choices?.[0]?.error
  return details === undefined ? null : stated(details)
}

const Bare = Details.extend({ detail: z.unknown().optional() })

/** The error in the body of a response with an error status, whatever its form: the protocol's, another, or a page. */
export function errorAs(body: unknown, text: string): StatedError {
  const error = errorIn(body)
  if (error !== null) return error
  const bare = Bare.safeParse(body).data
  if (bare?.message !== undefined) return stated(bare)
  const words = typeof bare?.detail === 'string' ? bare.detail : text
  return { words: tidy(words), status: null, names: [] }
}

function stated({ message, code, type, metadata }: z.infer<typeof Details>): StatedError {
  const status = Number(code)
  return {
    words: tidy([message, metadata?.raw].filter((words) => words !== undefined).join(': ')),
    status: status >= 400 && status <= 599 ? status : null,
    names: [code, type].filter((name) => typeof name === 'string'),
  }
}

/** Words for one line: without markup, control characters and length. */
export function tidy(words: string): string {
  return words
    .slice(0, LONGEST_PAGE)
    .replace(/<(script|style)\b[^>]*>[^<]*/gi, ' ')
    .replace(/<[/!a-z][^<>]*>/gi, ' ')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WORDS)
}
