import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'
import { MADE_WHEN_CALLED } from './made-when-called.ts'

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url))

/** A regular expression in the source, with the files that use it. */
export interface Expression {
  source: string
  flags: string
  files: string[]
}

/** Every regular expression in the source: literals, and those built from parts when a file is loaded. */
export async function collectExpressions(): Promise<Expression[]> {
  const found = new Map<string, Expression>()
  const add = ({ source, flags }: RegExp, file: string) => {
    const key = `/${source}/${flags}`
    const known = found.get(key) ?? { source, flags, files: [] }
    if (!known.files.includes(file)) known.files.push(file)
    found.set(key, known)
  }
  const makers: string[] = []
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('testing/')) continue
    const { literals, makesOthers } = expressionsIn(file)
    for (const literal of literals) add(literal, file)
    if (makesOthers) makers.push(file)
  }
  for (const file of makers) {
    const made = [...(await madeOnLoading(file)), ...(MADE_WHEN_CALLED[file] ?? [])]
    if (made.length === 0)
      throw new Error(`${file} builds an expression only when called: add an example to made-when-called.ts.`)
    for (const expression of made) add(expression, file)
  }
  return [...found.values()]
}

function expressionsIn(file: string): { literals: RegExp[]; makesOthers: boolean } {
  const tree = ts.createSourceFile(file, readFileSync(SOURCE + file, 'utf8'), ts.ScriptTarget.ES2022, true)
  const literals: RegExp[] = []
  let makesOthers = false
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      literals.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)))
    }
    if (ts.isNewExpression(node) || ts.isCallExpression(node))
      makesOthers ||= node.expression.getText(tree) === 'RegExp'
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return { literals, makesOthers }
}

let loadings = 0

/** The expressions that `new RegExp` creates while a file is loaded. */
async function madeOnLoading(file: string): Promise<RegExp[]> {
  const made: RegExp[] = []
  const original = globalThis.RegExp
  const record = (expression: RegExp) => {
    // Packages loaded with the file create expressions too.
    if (new Error().stack?.includes(`/src/${file}`)) made.push(expression)
    return expression
  }
  globalThis.RegExp = new Proxy(original, {
    construct: (target, [source, flags]) => record(new target(source, flags)),
    apply: (target, _, [source, flags]) => record(target(source, flags)),
  })
  try {
    // A unique URL, because the module may already be loaded.
    await import(`${pathToFileURL(SOURCE + file)}?expressions-${++loadings}`)
  } finally {
    globalThis.RegExp = original
  }
  return made
}
