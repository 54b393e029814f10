/** The status and problems of a health response; null entries are checks that passed. */
export function healthStatus(
  found: Array<string | null>,
): { status: 'healthy' } | { status: 'degraded'; problems: string[] } {
  const problems = found.filter((problem) => problem !== null)
  return problems.length === 0 ? { status: 'healthy' } : { status: 'degraded', problems }
}
