import { z } from 'zod'
import { count, flag, share, text } from './described.ts'
import { LEVEL_NAMES } from './level-names.ts'
import { searchParameters } from './search-parameters.ts'

export { LEVEL_NAMES }

/** Every level number, starting at 1. */
export const LEVELS = LEVEL_NAMES.map((_, position) => position + 1)

/** The number of the highest level. */
export const HIGHEST_LEVEL = LEVEL_NAMES.length

/** The name of a level from 1 to 7. */
export function levelName(level: number): string {
  const name = LEVEL_NAMES[level - 1]
  if (name === undefined) throw new RangeError(`Axiom level ${level} does not exist; levels run from 1 to 7.`)
  return name
}

const level = z.int().min(1).max(HIGHEST_LEVEL).meta({ description: 'Level from 1 to 7' })
const id = z.string().meta({ description: 'Axiom identifier', example: 'phys-0001' })

/** One line of `axioms/statements/level-N.jsonl`. */
export const AxiomRecord = z.object({
  id: z.string().regex(/^[a-z]{4}-\d{4}$/, 'an axiom id looks like math-0001'),
  axiom: z.string().min(1),
  level,
  domain: z.string().min(1),
  description: z.string().min(1),
})
export type AxiomRecord = z.infer<typeof AxiomRecord>

/** An axiom used to anchor a deliberation. */
export const Anchor = z
  .object({
    id,
    axiom: text('The statement'),
    level,
    relevance: share('How closely it bears on the question'),
  })
  .meta({ id: 'Anchor', description: 'An axiom that was shown to the models as an anchor' })
export type Anchor = z.infer<typeof Anchor>

/** An axiom as a search returns it. */
export const Axiom = z
  .object({
    id,
    axiom: text('Statement text'),
    level,
    levelName: z.string().meta({ description: 'Name of the level', example: 'Physical' }),
    domain: text('Subject domain'),
    description: text('Longer explanation'),
    relevance: share('Similarity score; results are sorted by it, highest first'),
  })
  .meta({ id: 'Axiom', description: 'A short, checked statement' })
export type Axiom = z.infer<typeof Axiom>

export const AxiomSearchQuery = z.object({
  ...searchParameters,
  level: z
    .string()
    .regex(
      /^\s*[1-7]\s*(,\s*[1-7]\s*)*$/,
      'level must be a comma-separated list of levels from 1 to 7, such as 1,3',
    )
    .optional()
    .meta({ description: 'Comma-separated levels, each from 1 to 7. Default: all levels', example: '1,3' }),
})

export const AxiomSearchResponse = z
  .object({
    query: text('The text that was searched for'),
    axioms: z.array(Axiom).meta({ description: 'Axioms, most relevant first' }),
    count: count('How many were found'),
  })
  .meta({ id: 'AxiomSearchResponse', description: 'The axioms closest to a text' })

export const AxiomDebugResponse = z
  .object({
    total: count('How many axioms there are'),
    levels: z
      .array(
        z.object({
          level,
          name: text('The name of the level'),
          count: count('How many axioms it has'),
          domains: z.record(z.string(), z.int()).meta({ description: 'How many of each subject domain' }),
        }),
      )
      .meta({ description: 'The seven levels' }),
    embedding_model: text('The model that embedded them'),
    dimensions: count('Length of their vectors'),
    index_backend: text('How the index searches; exact: it compares every axiom'),
    seeded: flag('Whether all axioms are embedded'),
  })
  .meta({ id: 'AxiomDebugResponse', description: 'Contents of the axiom index' })
export type AxiomDebugResponse = z.infer<typeof AxiomDebugResponse>
