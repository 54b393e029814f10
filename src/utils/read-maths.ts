/** A formula in a text, in the notation of TeX. */
export interface Formula {
  /** As it stands in the text, with what encloses it. */
  raw: string
  tex: string
  /** Whether it has lines of its own. */
  isDisplayed: boolean
}

const ENCLOSED: Array<[open: string, close: string, isDisplayed: boolean]> = [
  ['\\(', '\\)', false],
  ['\\[', '\\]', true],
  ['$$', '$$', true],
  ['$', '$', false],
]
const LONGEST = 2_000
/** What makes a text between two dollar signs a formula, and not what lies between two prices. */
const FORMULA = /[\\^_={}<>]|^[^\s,.]{1,12}$/

/** The formula with which a text begins; null for none. */
export function formulaAt(text: string): Formula | null {
  const found = ENCLOSED.find(([open]) => text.startsWith(open))
  if (found === undefined) return null
  const [open, close, isDisplayed] = found
  const near = text.slice(open.length, LONGEST)
  const length = near.indexOf(close)
  const tex = near.slice(0, Math.max(0, length))
  if (tex.trim() === '' || tex.includes('\n\n')) return null
  if (open === '$' && (!isTight(tex) || !FORMULA.test(tex) || /^\d/.test(near.slice(length + 1)))) return null
  return { raw: open + tex + close, tex: tex.trim(), isDisplayed }
}

/** Where the next formula of a text may begin; -1 for nowhere. */
export function nextFormula(text: string): number {
  return text.search(/\\[([]|\$/)
}

function isTight(tex: string): boolean {
  return tex === tex.trim() && !tex.includes('\n')
}
