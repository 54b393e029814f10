import { z } from 'zod'
import { count, flag, list, named, share, text } from './described.ts'
import { LEVEL_NAMES } from './level-names.ts'
import { searchParameters } from './search-parameters.ts'

export { LEVEL_NAMES }

export const LEVELS = LEVEL_NAMES.map((_, position) => position + 1)
export const HIGHEST_LEVEL = LEVEL_NAMES.length

/** The name of a level from 1 to 7. */
export function levelName(level: number): string {
  const name = LEVEL_NAMES[level - 1]
  if (name === undefined) throw new RangeError(`Axiom level ${level} does not exist; levels run from 1 to 7.`)
  return name
}

const level = z.int().min(1).max(HIGHEST_LEVEL).describe('Level from 1 to 7')
const id = z.string().meta({ description: 'Axiom identifier', example: 'phys-0001' })
const source = z.enum(['builtin', 'own'])

/**
 * The form of an axiom id: a prefix, a hyphen, and up to 40 characters. Lower case only, so that no two ids differ in case
 * alone; a prefix begins with a letter, so that no id looks like a date.
 */
export const AXIOM_ID = /^[a-z][a-z0-9]{1,19}-[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/** The part of an id before its first hyphen. */
export function prefixOf(axiomId: string): string {
  return axiomId.split('-', 1)[0]!
}

/** One line of `axioms/statements/level-N.jsonl`, or of a file of one's own. */
export const AxiomRecord = z.object({
  id: z.string().regex(AXIOM_ID, 'an axiom id looks like math-0001 or acme-leave-12'),
  axiom: z.string().min(1),
  level,
  domain: z.string().min(1),
  description: z.string().min(1),
})
export type AxiomRecord = z.infer<typeof AxiomRecord>

export const Anchor = named('Anchor', 'An axiom that was shown to the models as an anchor', {
  id,
  axiom: text('The statement'),
  level,
  relevance: share('How closely it bears on the question'),
  source: source
    .optional()
    .describe(
      'builtin: it comes with the service; own: from AXIOMS_DIR, or given to the library. Absent in results of earlier versions',
    ),
})
export type Anchor = z.infer<typeof Anchor>

export const Axiom = named('Axiom', 'A short, checked statement', {
  id,
  axiom: text('Statement text'),
  level,
  levelName: z.string().meta({ description: 'Name of the level', example: 'Physical' }),
  domain: text('Subject domain'),
  description: text('Longer explanation'),
  relevance: share('Similarity score; results are sorted by it, highest first'),
  source: source.describe('builtin: it comes with the service; own: from AXIOMS_DIR'),
})
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

export const AxiomSearchResponse = named('AxiomSearchResponse', 'The axioms closest to a text', {
  query: text('The text that was searched for'),
  axioms: list(Axiom, 'Axioms, most relevant first'),
  count: count('How many were found'),
})

export const AxiomDebugResponse = named('AxiomDebugResponse', 'Contents of the axiom index', {
  total: count('How many axioms there are'),
  own: count('How many of them are from AXIOMS_DIR'),
  levels: list(
    z.object({
      level,
      name: text('The name of the level'),
      count: count('How many axioms it has'),
      domains: z
        .record(z.string(), z.int())
        .describe(
          'How many built-in ones of each subject domain. The domains of your own axioms are not named, because this endpoint needs no key',
        ),
    }),
    'The seven levels',
  ),
  embedding_model: text('The model that embedded them'),
  dimensions: count('Length of their vectors'),
  index_backend: text('How the index searches; exact: it compares every axiom'),
  seeded: flag('Whether all axioms are embedded'),
})
export type AxiomDebugResponse = z.infer<typeof AxiomDebugResponse>
