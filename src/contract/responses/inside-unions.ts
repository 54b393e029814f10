import { z } from 'zod'

type Issue = z.core.$ZodIssue

/** The same error with what is wrong inside a value that may be of several kinds, instead of which kinds there are. */
export function insideUnions({ issues }: z.ZodError): z.ZodError {
  return new z.ZodError(issues.flatMap(innerIssues))
}

function innerIssues(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const kinds = issue.errors.map((inner) => inner.flatMap(innerIssues))
  // The kind that was meant is the one whose parts were looked at.
  const meant = kinds.find(([first]) => first !== undefined && first.path.length > 0)
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue]
}
