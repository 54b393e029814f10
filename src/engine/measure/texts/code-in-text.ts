const FENCE = /^[ \t]*(?:```|~~~)/
const DOCUMENTATION = /("""|''')[\s\S]*?(?:\1|$)|\/\*[\s\S]*?(?:\*\/|$)/g
const COMMENT = /(^|\s)(?:#(?!include|!)|\/\/|-- )[^\n]*/g
const QUOTED = /"[^"\n]*"|'[^'\n]*'/g
const NAME = /[\p{L}_][\p{L}\p{N}_]*/gu
const INTRODUCES = /\b(?:def|function|class|fn|func|import)\s+$/
const LONGEST_INTRODUCTION = 12
const BRACKET = /[()[\]{}]/g
const CLOSES: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** The code of a text: what is inside its fences, or all of it if it has none; and whether the last fence is still open. */
export function fencedCode(text: string): { code: string; isOpen: boolean } {
  const inside: string[] = []
  let [isOpen, fences] = [false, 0]
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) {
      isOpen = !isOpen
      fences++
    } else if (isOpen) inside.push(line)
  }
  return { code: fences === 0 ? text : inside.join('\n'), isOpen }
}

/** A code without its comments and documentation, which every author words differently. */
export function bareCode(code: string): string {
  return code.replace(DOCUMENTATION, '').replace(COMMENT, '$1')
}

/** How many brackets of a code were never opened or never closed. */
export function unbalancedIn(code: string): number {
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  let astray = 0
  for (const [character] of code.replace(QUOTED, '').matchAll(BRACKET)) {
    if (open[character] !== undefined) open[character]++
    const opening = CLOSES[character]
    if (opening === undefined) continue
    if (open[opening]! > 0) open[opening]!--
    else astray++
  }
  return astray + Object.values(open).reduce((sum, left) => sum + left, 0)
}

/** The names that a code calls or reads a member of without ever introducing them, such as a library it forgot to import. */
export function borrowedNames(code: string): Set<string> {
  const plain = code.replace(QUOTED, '')
  const borrowed = new Set<string>()
  const introduced = new Set<string>()
  for (const { 0: name, index } of plain.matchAll(NAME)) {
    if (plain[index - 1] === '.') continue
    const isUsed = '(.'.includes(plain[index + name.length] ?? ' ')
    const before = plain.slice(Math.max(0, index - LONGEST_INTRODUCTION), index)
    if (isUsed && !INTRODUCES.test(before)) borrowed.add(name)
    else introduced.add(name)
  }
  return new Set([...borrowed].filter((name) => !introduced.has(name)))
}
