/** How many levels a JSON Schema may have: a body of brackets must not overflow the stack. */
export const DEEPEST_SCHEMA = 32

/** Whether a value is nested deeper than a schema may be. */
export function isTooDeep(value: unknown, levels = DEEPEST_SCHEMA): boolean {
  if (levels < 0) return true
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((one) => isTooDeep(one, levels - 1))
  )
}
