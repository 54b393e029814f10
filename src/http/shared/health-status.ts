/** The part of a health answer that says whether something is wrong, and what; null stands for what is not. */
export function healthStatus(
  found: Array<string | null>,
): { status: 'healthy' } | { status: 'degraded'; problems: string[] } {
  const problems = found.filter((problem) => problem !== null)
  return problems.length === 0 ? { status: 'healthy' } : { status: 'degraded', problems }
}
