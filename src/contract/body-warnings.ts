import { z } from 'zod'

/** Warnings about the request body, for responses that have no other warnings. */
export const bodyWarnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Present when the request body had unknown fields, which were ignored' })
