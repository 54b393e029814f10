import type { ZodError, z } from 'zod'
import { type ErrorDetail, StrettoError } from './error-codes.ts'

/** Turns a failed validation into a bad_request error that lists each problem with its path. */
export function validationError({ issues }: ZodError, target: string): StrettoError {
  const whole = target === 'json' ? 'body' : target
  const byPath = new Map<string, ErrorDetail>()
  for (const { path: keys, message, code } of issues.flatMap(innerIssues)) {
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

type Issue = z.core.$ZodIssue

/** Of a value that may be of several kinds, what is wrong inside the one that was meant, instead of which kinds there are. */
function innerIssues(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const kinds = issue.errors.map((inner) => inner.flatMap(innerIssues))
  // The kind that was meant is the one whose parts were looked at, and which has the right type.
  const looked = kinds.filter(([first]) => first !== undefined && first.path.length > 0)
  const [meant] = looked.sort((one, other) => strangeness(one) - strangeness(other))
  const said = (meant ?? []).filter(({ message }) => !message.startsWith(UNSAID))
  if (said.length === 0) return [issue]
  return said.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** How little a value is like a kind with these issues. */
function strangeness(issues: Issue[]): number {
  const isOther = issues.some(({ path }) => path.length === 1 && path[0] === 'type')
  return isOther ? 1 + issues.length : 0
}

/** How messages begin that the contract has not written. */
const UNSAID = 'Invalid input'
