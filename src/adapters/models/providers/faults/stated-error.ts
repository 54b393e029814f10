import { z } from 'zod'

/** An error as stated in the body of a provider's response. */
export interface StatedError {
  words: string
  /** The status stated in the body, which may differ from a response status of 200. */
  status: number | null
  names: string[]
  /** How long callers are asked to wait; absent when that is not said. */
  waitMs?: number
}

const LONGEST_WORDS = 400
/** How much of a page of markup is read. */
const LONGEST_PAGE = 8_000

const Details = z.object({
  message: z.string().optional().catch(undefined),
  code: z.union([z.number(), z.string()]).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  /** The name of an error of Gemini. */
  status: z.string().optional().catch(undefined),
  /** What Gemini says besides: a reason by name, how long to wait. */
  details: z
    .array(
      z.object({
        reason: z.string().optional().catch(undefined),
        retryDelay: z.string().optional().catch(undefined),
      }),
    )
    .catch([])
    .default([]),
  /** The error of the provider behind a router. */
  metadata: z.object({ raw: z.string() }).optional().catch(undefined),
})

/** Some servers send an empty error next to an answer. */
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

/** The error in the body of a response with an error status, in any format: the protocol's, another, or a page. */
export function errorAs(body: unknown, text: string): StatedError {
  const error = errorIn(body)
  if (error !== null) return error
  const bare = Bare.safeParse(body).data
  if (bare?.message !== undefined) return stated(bare)
  const words = typeof bare?.detail === 'string' ? bare.detail : text
  return { words: tidy(words), status: null, names: [] }
}

function stated({
  message,
  code,
  type,
  status: name,
  details,
  metadata,
}: z.infer<typeof Details>): StatedError {
  const status = Number(code)
  const waits = details.map(({ retryDelay }) => /^(\d{1,6}(?:\.\d{1,9})?)s$/.exec(retryDelay ?? '')?.[1])
  const seconds = waits.find((wait) => wait !== undefined)
  const reasons = details.map(({ reason }) => reason)
  return {
    words: tidy([message, metadata?.raw].filter((words) => words !== undefined).join(': ')),
    status: status >= 400 && status <= 599 ? status : null,
    names: [code, type, name, ...reasons].filter((each) => typeof each === 'string'),
    ...(seconds === undefined ? {} : { waitMs: Number(seconds) * 1000 }),
  }
}

/** A message for one line: without markup and control characters, and truncated. */
export function tidy(words: string): string {
  return words
    .slice(0, LONGEST_PAGE)
    .replace(/<(script|style)\b[^>]*>[^<]*/gi, ' ')
    .replace(/<[/!a-z][^<>]*>/gi, ' ')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WORDS)
}
