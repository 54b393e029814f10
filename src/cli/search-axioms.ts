import { type Connection, using } from './open-client.ts'
import { harmlessJson, oneLine } from './terminal/harmless.ts'
import { pageOn } from './terminal/page.ts'
import { wrapAfter } from './terminal/wrap.ts'

interface SearchOptions extends Connection {
  top?: number
  minScore?: number
  levels?: number[]
  json?: boolean
}

/** Prints the axioms that are closest to a text. */
export async function searchAxioms(q: string, options: SearchOptions): Promise<void> {
  const { top, minScore, levels, json } = options
  const search = {
    q,
    ...(top !== undefined && { topK: top }),
    ...(minScore !== undefined && { minScore }),
    ...(levels && { levels }),
  }
  const found = await using(options, ({ edge }) => edge.searchAxioms(search))
  const { columns, style } = pageOn(process.stdout)
  const lines = json
    ? [harmlessJson(found)]
    : found.axioms.flatMap(({ id, axiom, levelName, domain, relevance }) => [
        ...wrapAfter('', `${id}  ${relevance.toFixed(2)}  ${levelName}, ${oneLine(domain)}`, columns, 2).map(
          (line) => style('bold', line),
        ),
        ...wrapAfter('  ', oneLine(axiom), columns),
      ])
  process.stdout.write(
    `${lines.length === 0 ? 'Nothing was found; try --min-score 0.3.' : lines.join('\n')}\n`,
  )
}
