/** How deep a value is nested, as far as that matters: a body of brackets must not overflow the stack. */
export function depthOf(value: unknown, deepest: number, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > deepest) return depth
  return Object.values(value).reduce<number>(
    (most, one) => Math.max(most, depthOf(one, deepest, depth + 1)),
    depth,
  )
}
