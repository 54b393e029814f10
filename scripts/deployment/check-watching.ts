import { problemsOfQuery } from './check-queries.ts'
import type { ExposedMetrics } from './exposed-metrics.ts'
import { readText, readYaml } from './files.ts'

interface Rules {
  groups: Array<{ rules: Array<{ alert: string; expr: string }> }>
}

interface Dashboard {
  panels: Array<{ title: string; targets: Array<{ expr: string }> }>
}

/** The names of all alerts. */
function alertNames(): string[] {
  const [rules] = readYaml<Rules>('deploy/prometheus/alerts.yml')
  return rules!.groups.flatMap((group) => group.rules.map(({ alert }) => alert))
}

/** What is wrong with the alert rules and the dashboard. */
export function checkWatching(metrics: ExposedMetrics): string[] {
  const [rules] = readYaml<Rules>('deploy/prometheus/alerts.yml')
  const { panels } = JSON.parse(readText('deploy/grafana/dashboards/stretto.json')) as Dashboard
  const queries = [
    ...rules!.groups.flatMap((group) => group.rules.map(({ alert, expr }) => ({ where: alert, expr }))),
    ...panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ({ where: `panel “${title}”`, expr })),
    ),
  ]
  const explained = readText('docs/operating.md')
  return [
    ...queries.flatMap(({ where, expr }) =>
      problemsOfQuery(expr, metrics).map((problem) => `${where}: ${problem}`),
    ),
    ...alertNames()
      .filter((name) => !explained.includes(`\`${name}\``))
      .map((name) => `${name} is not explained in docs/operating.md`),
  ]
}
