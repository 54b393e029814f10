import { texts } from './described.ts'

/** Warnings about the request body, for responses that have no other warnings. */
export const bodyWarnings = texts(
  'Present when the request body had unknown fields, which were ignored',
).optional()
