import { z } from 'zod'

/** What a response without warnings of its own says about the body it answers. */
export const bodyWarnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Present when the body had fields that are not known: they were ignored' })
