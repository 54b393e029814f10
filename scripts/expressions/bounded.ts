import type { Expression } from './collect-expressions.ts'

interface Bound {
  file: string
  /** How the affected expressions begin; if absent, all expressions in the file are affected. */
  begin?: string[]
  /** The longest text they are matched against, in characters; null if their backtracking is limited by themselves. */
  most: number | null
  /** Why the text is bounded. */
  because: string
}

/** Expressions that need not be linear because their input is short, or that are linear but too complex for the checker. */
const BOUNDS: Bound[] = [
  {
    file: 'evaluation/judge/extract-answer.ts',
    begin: ['<answer>', '\\b(?:[Aa]nswer|[Oo]ption)', '(?:(?<![\\d)]'],
    most: 20_000,
    because: 'LONGEST_READ in extract-answer.ts: of a longer reply its beginning and its end are read.',
  },
  {
    file: 'engine/reading/citations.ts',
    most: 40,
    because: 'LONGEST_CITATION: of a longer one the beginning is read.',
  },
  {
    file: 'engine/reading/reply-fields.ts',
    begin: ['\\S[ \\t]+[^\\n]*'],
    most: 80,
    because: 'LONGEST_INTRODUCTION: only what stands right before an object is read.',
  },
  {
    file: 'adapters/models/offline/calculate.ts',
    most: 500,
    because: 'LONGEST_QUESTION of calculate.ts: longer questions are not read.',
  },
  {
    file: 'adapters/models/offline/recall.ts',
    most: 1_000,
    because: 'LONGEST_QUESTION of recall.ts, and statements of axioms, which are shorter.',
  },
  {
    file: 'adapters/models/offline/offline-models.ts',
    most: 500,
    because: 'Statements of axioms and the results of sums; both are short.',
  },
  {
    file: 'adapters/models/providers/protocols/protocol.ts',
    begin: ['<(script|style)'],
    most: 8_000,
    because: 'LONGEST_PAGE: the page is truncated first.',
  },
  {
    file: 'cache/same-question/question-form.ts',
    most: 200,
    because: 'LONGEST_OPENING: only the opening of a question, and backtracking covers only short words.',
  },
  {
    file: 'cache/normalise-query.ts',
    begin: ['`[^`]+`|'],
    most: null,
    because: 'A quotation ends where the next of the same kind begins.',
  },
  {
    file: 'cache/same-question/read-question.ts',
    begin: ['"([^"]{1,300})"'],
    most: null,
    because: 'A quotation has 300 characters at most.',
  },
  {
    file: 'engine/reading/reply-text.ts',
    begin: ['["“][^"”]{0,200}'],
    most: 1_500,
    because: 'LONGEST_REFUSAL: longer texts are never refusals.',
  },
]

/** The bound of an expression that is exempt from the check; null for all others. */
export function boundOf({ source, files }: Expression): Bound | null {
  const bounds = files.map((file) =>
    BOUNDS.find(
      (bound) => bound.file === file && (bound.begin?.some((begin) => source.startsWith(begin)) ?? true),
    ),
  )
  // An expression used in several files has to be bounded in each.
  return bounds.every((bound) => bound !== undefined) ? bounds[0]! : null
}
