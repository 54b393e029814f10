import { z } from 'zod'
import { tidy } from '../faults/stated-error.ts'

/** A text, or a part of a content that is one. */
export const Text = z.union([
  z.string(),
  z
    .object({ type: z.enum(['text', 'output_text']).optional(), text: z.string() })
    .transform(({ text }) => text),
])

/** A text, or a list of parts of which some are texts. */
export const Content = z.union([z.string(), z.array(Text.catch('')).transform((parts) => parts.join(''))])

const LONGEST_NAME = 200
/** The concrete model that answered; undefined when it is not named, or not by a name. */
export const ServedModel = z
  .string()
  .max(LONGEST_NAME)
  .transform((name) => tidy(name) || undefined)
  .optional()
  .catch(undefined)

/** The provider's word for why a reply ended. */
export const Ending = z.string().nullable().catch(null)
