import { parser } from '@prometheus-io/lezer-promql'
import type { ExposedMetrics } from './exposed-metrics.ts'

type SyntaxNode = ReturnType<typeof parser.parse>['topNode']

/** The metric whose label has few values, all of which are known. */
const CLOSED = 'svc_tasks'

/** What is wrong with a PromQL query: its syntax, metrics and labels that do not exist. */
export function problemsOfQuery(query: string, metrics: ExposedMetrics): string[] {
  // A variable of Grafana.
  const text = query.replaceAll('$__rate_interval', '5m')
  const textOf = ({ from, to }: { from: number; to: number }) => text.slice(from, to)
  const problems: string[] = []
  const names: string[] = []
  const tree = parser.parse(text)
  tree.iterate({
    enter(node) {
      if (node.type.isError) problems.push(`syntax error at “${text.slice(node.from, node.from + 20)}”`)
      if (node.name === 'VectorSelector') {
        const selector = node.node
        const name = textOf(selector.getChild('Identifier') ?? { from: 0, to: 0 })
        names.push(name)
        problems.push(...problemsOfSelector(name, selector, { metrics, textOf }))
      }
    },
  })
  const known = new Set(names.flatMap((name) => [...(metrics.get(name)?.keys() ?? [])]))
  tree.iterate({
    enter(node) {
      if (node.name !== 'GroupingLabels') return
      for (const label of node.node.getChildren('LabelName'))
        if (!known.has(textOf(label))) problems.push(`no metric in it has the label ${textOf(label)}`)
    },
  })
  return [...new Set(problems)]
}

interface Reading {
  metrics: ExposedMetrics
  textOf(range: { from: number; to: number }): string
}

function problemsOfSelector(name: string, selector: SyntaxNode, { metrics, textOf }: Reading): string[] {
  const labels = metrics.get(name)
  if (labels === undefined) return [`the service does not expose ${name}`]
  const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  return matchers.flatMap((matcher) => {
    const label = textOf(matcher.getChild('LabelName')!)
    const values = labels.get(label)
    if (values === undefined) return [`${name} has no label ${label}`]
    if (name !== CLOSED || label !== 'status') return []
    const wanted = textOf(matcher.getChild('StringLiteral')!).slice(1, -1).split('|')
    return wanted
      .filter((value) => !values.has(value))
      .map((value) => `${name} never has ${label}="${value}"`)
  })
}
