import { expect } from 'vitest'
import type { MarkdownBlock } from './markdown-blocks.ts'

const LEFT_OUT = '…'

/** Compares a documented answer with what the block before it printed. */
export function expectAnswer({ language, code, file, line }: MarkdownBlock, printed: string): void {
  const at = `${file}:${line}`
  if (language === 'json') expect(JSON.parse(printed), at).toMatchObject(withoutGaps(JSON.parse(code)))
  else expect(printed.trimEnd(), at).toBe(code.trimEnd())
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function withoutGaps(value: any): any {
  if (Array.isArray(value)) return value.map(withoutGaps)
  if (typeof value !== 'object' || value === null) return value
  const shown = Object.entries(value).filter(([name]) => name !== LEFT_OUT)
  return Object.fromEntries(shown.map(([name, inner]) => [name, withoutGaps(inner)]))
}
