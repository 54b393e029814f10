/** Applies a sticky pattern at a position: a match starts exactly there or there is none. */
export function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position
  return pattern.exec(text)
}
