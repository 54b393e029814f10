import type { ZodError, z } from 'zod'
import { type ErrorDetail, StrettoError } from './error-codes.ts'

/** Turns a failed validation into a bad_request error that lists each problem with its path. */
export function validationError({ issues }: ZodError, target: string): StrettoError {
  const whole = target === 'json' ? 'body' : target
  const byPath = new Map<string, ErrorDetail>()
  for (const { path: keys, message, code } of issues.map(innermost)) {
    const path = keys.join('.') || whole
    const isOtherThing = keys.length === 0 && code === 'invalid_type'
    // Of several problems with one value the first is the cause: a text is no array, whatever its length.
    if (!byPath.has(path))
      byPath.set(path, { path, problem: isOtherThing ? `${whole} must be an object` : message })
  }
  const details = [...byPath.values()]
  const [first] = details
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : ''
  // Most messages of the contract name their field; the others are prefixed with it.
  const named = first?.problem.startsWith(first.path) ? first.problem : `${first?.path}: ${first?.problem}`
  return new StrettoError('bad_request', `${named}${more}.`, { details })
}

/** Of a value that fits none of several forms, what is wrong within the one it begins with, if the contract says it. */
function innermost(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const firsts = issue.errors.flatMap(([first]) => (first === undefined ? [] : [innermost(first)]))
  const begun = firsts.find(({ path, message }) => path.length > 0 && !message.startsWith(UNSAID))
  return begun === undefined ? issue : { ...begun, path: [...issue.path, ...begun.path] }
}

/** How messages begin that the contract has not written. */
const UNSAID = 'Invalid input'
