import { z } from 'zod'

type Issue = z.core.$ZodIssue

/** The same error with what is wrong inside a value that may be of several kinds, instead of which kinds there are. */
export function insideUnions({ issues }: z.ZodError): z.ZodError {
  return new z.ZodError(issues.flatMap(innerIssues))
}

function innerIssues(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const kinds = issue.errors.map((inner) => inner.flatMap(innerIssues))
  // The kind that was meant is the one whose parts were looked at, and which has the right type.
  const looked = kinds.filter(([first]) => first !== undefined && first.path.length > 0)
  const [meant] = looked.sort((one, other) => strangeness(one) - strangeness(other))
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}

/** How little a value is like a kind with these issues. */
function strangeness(issues: Issue[]): number {
  const isOther = issues.some(({ path }) => path.length === 1 && path[0] === 'type')
  return isOther ? 1 + issues.length : 0
}
