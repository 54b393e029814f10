import { z } from 'zod'
import { count, flag, list, named, number, text, texts } from './described.ts'

export const DraftVerdict = z.enum(['accept', 'amend', 'reject'])
export type DraftVerdict = z.infer<typeof DraftVerdict>

export const MOST_IMPROVEMENTS = 3

export const DraftReview = named('DraftReview', 'What one model said of the draft of another', {
  name: text('The reviewing model'),
  authors: texts('The models that wrote this draft'),
  revised: flag('Whether this is a verdict on the revised draft instead of the first version'),
  verdict: DraftVerdict.describe(
    'accept: deliver it as it is; amend: minor defects; reject: a defect that forbids delivering it',
  ),
  counted_verdict: DraftVerdict.describe(
    'The verdict that was counted. A reject stands, and counts as one, if a second reviewer names the same defect; in a panel of two, if the author does not rebut it. Otherwise it counts as amend',
  ),
  defect: text('What is wrong with the draft, in the words of the reviewer; empty for none'),
  rebuttal: text(
    'Why the author says that this reject is wrong; present where it says so, in a panel of two',
  ).optional(),
  rank: number('Its place in the preference of the reviewer, 1 for the best; null without one').nullable(),
})
export type DraftReview = z.infer<typeof DraftReview>

export const CodeRun = named('CodeRun', 'What the drafts did when they were run on the same inputs', {
  language: z.enum(['python', 'javascript', 'sql']).describe('TypeScript is run as JavaScript'),
  form: z
    .enum(['call', 'stdin', 'rows'])
    .describe('What an input is: an expression, standard input, or the statements that make the tables'),
  behaviours: list(
    named('Behaviour', 'Drafts that do the same on every input', {
      models: texts('Their authors; empty where only a revised draft does this'),
      passed: count('How many results that the question states they give'),
    }),
    'The drafts by what they do, the delivered one first',
  ),
  not_run: texts('The authors of drafts that could not be run'),
  inputs: list(
    named('TriedInput', 'One input that was tried', {
      input: text('As form says'),
      expected: text('The result that the question states; null where it states none').nullable(),
      outcomes: texts('What came out for each of behaviours: a value, what was printed, rows, or “raises …”'),
    }),
    'What a reader of the panel had tried; inputs on which most drafts raise are left out',
  ),
})
export type CodeRun = z.infer<typeof CodeRun>
