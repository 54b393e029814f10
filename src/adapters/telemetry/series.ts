import { METRICS, type Metric } from './metrics.ts'

/** Counts by their lines in the text format of Prometheus: counts of several processes are the sums of equal lines. */
export type Series = Record<string, number>

/** Adds what was measured to a series. A gauge of one process among many says nothing, and is left out. */
export function addTo(
  series: Series,
  { kind, name, buckets }: Metric,
  labels: Record<string, string | number>,
  value: number,
): void {
  const listed = listedIn(labels)
  const add = (line: string, more: number) => {
    series[line] = (series[line] ?? 0) + more
  }
  if (kind === 'counter') add(lineOf(name, listed), value)
  if (kind !== 'histogram') return
  for (const bound of [...buckets, '+Inf']) {
    const line = lineOf(`${name}_bucket`, `le="${bound}"${listed && `,${listed}`}`)
    add(line, bound === '+Inf' || value <= Number(bound) ? 1 : 0)
  }
  add(lineOf(`${name}_sum`, listed), value)
  add(lineOf(`${name}_count`, listed), 1)
}

export function sumOf(all: Series[]): Series {
  const sum: Series = {}
  for (const series of all) for (const line in series) sum[line] = (sum[line] ?? 0) + series[line]!
  return sum
}

/** The series in the text format of Prometheus. */
export function exposed(series: Series): { contentType: string; text: string } {
  const lines = Object.entries(series)
  const of = (name: string) =>
    lines.filter(([line]) => line.replace(/\{.*/, '').replace(/_(?:bucket|sum|count)$/, '') === name)
  const text = Object.values(METRICS).flatMap(({ kind, name, help }) => {
    const own = of(name)
    if (own.length === 0) return []
    return [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${kind}`,
      ...own.map(([line, value]) => `${line} ${value}`),
    ]
  })
  return { contentType: 'text/plain; version=0.0.4; charset=utf-8', text: `${text.join('\n')}\n` }
}

function lineOf(name: string, listed: string): string {
  return listed === '' ? name : `${name}{${listed}}`
}

function listedIn(labels: Record<string, string | number>): string {
  const escaped = (value: string | number) =>
    String(value).replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
  const listed = Object.entries(labels).map(([label, value]) => `${label}="${escaped(value)}"`)
  return listed.join(',')
}
