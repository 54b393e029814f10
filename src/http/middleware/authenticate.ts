import type { Context } from 'hono'
import { StrettoError } from '../../contract/error-codes.ts'
import { CALLER_KEY_HEADERS, type CallerKeys } from '../../contract/panel.ts'
import type { ApiMiddleware } from '../shared/request-context.ts'

/** An API key as it is configured: its name and the SHA-256 of its value. */
export interface ApiKey {
  name: string
  digest: Uint8Array
}

export type Keyring = ReturnType<typeof createKeyring>

/**
 * Compares digests in constant time: every byte of every key each time, so that the duration reveals
 * nothing about which key, or how much of it, matched.
 */
export function createKeyring(keys: ApiKey[], sha256: (text: string) => Uint8Array) {
  return {
    /** Whether any key is configured; without one, authentication is off. */
    required: keys.length > 0,
    /** The name of a key, or null when the key is unknown. */
    nameOf(key: string): string | null {
      const given = sha256(key)
      let name: string | null = null
      for (const { name: candidate, digest } of keys) {
        let difference = digest.length ^ given.length
        for (let index = 0; index < given.length; index++) difference |= given[index]! ^ (digest[index] ?? 0)
        if (difference === 0) name = candidate
      }
      return name
    },
  }
}

interface Identification {
  keyring: Keyring
  addressOf: (context: Context) => string
  isOperator: (key: string, context: Context) => boolean
}

/** Identifies the caller; `requireKey` decides whether that is enough. */
export function identify({ keyring, addressOf, isOperator }: Identification): ApiMiddleware {
  return (context, next) => {
    const key = keyIn(context)
    context.set('caller', {
      name: key !== null && keyring.required ? keyring.nameOf(key) : null,
      address: addressOf(context),
      ...(key !== null && isOperator(key, context) && { isOperator: true }),
    })
    return next()
  }
}

/** What a route declares that callers need a key for, if keys are configured; with the rest of its middleware. */
export function protectedBy(keyring: Keyring, ...rest: ApiMiddleware[]) {
  const security: Array<Record<string, string[]>> = keyring.required ? [{ apiKey: [] }, { bearer: [] }] : []
  return { security, middleware: [requireKey(keyring), ...rest] }
}

/** Rejects callers without a valid key when keys are configured. */
export function requireKey(keyring: Keyring): ApiMiddleware {
  return (context, next) => {
    const { name, isOperator } = context.get('caller')
    if (keyring.required && name === null && !isOperator) {
      const message =
        keyIn(context) === null
          ? 'This endpoint requires an API key. Send it as x-api-key or as Authorization: Bearer.'
          : 'Unknown API key. Check that it is complete, or ask the operator for a new one.'
      throw new StrettoError('unauthorized', message)
    }
    return next()
  }
}

/** The key a request carries; `x-api-key` takes precedence over the bearer token. */
export function presentedKey(headerOf: (name: string) => string | undefined): string | null {
  const direct = headerOf('x-api-key')
  if (direct !== undefined) return direct
  const authorization = headerOf('authorization') ?? ''
  return (/^bearer\s/i.test(authorization) && authorization.slice('bearer'.length).trim()) || null
}

const keyIn = (context: Context) => presentedKey((name) => context.req.header(name))

/** The caller's own keys for providers; null when none was sent. */
export function callerKeysOf(context: Context): CallerKeys | null {
  const sent = Object.entries(CALLER_KEY_HEADERS).flatMap(([provider, header]) => {
    const key = context.req.header(header)?.trim()
    return key ? [[provider, key]] : []
  })
  return sent.length === 0 ? null : Object.fromEntries(sent)
}
