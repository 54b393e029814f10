/** A figure of an attack; its name is the same in every run, so that two runs can be compared. */
export interface Figure {
  what: string
  value: string
}

/** The results of an attack. */
export interface AttackReport {
  attack: string
  figures: Figure[]
  /** The details behind the figures, for the JSON file. */
  details: unknown
}

/** A Markdown table of reports, next to the figures of an earlier run if there is one. */
export function markdownTable(reports: AttackReport[], earlier: AttackReport[] | null): string {
  const columns = earlier === null ? ['attack', 'what', 'measured'] : ['attack', 'what', 'before', 'after']
  const rows = reports.flatMap(({ attack, figures }) => {
    const before = new Map(
      earlier?.find((report) => report.attack === attack)?.figures.map(({ what, value }) => [what, value]),
    )
    return figures.map(({ what, value }) =>
      earlier === null ? [attack, what, value] : [attack, what, before.get(what) ?? '', value],
    )
  })
  return [columns, columns.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map(oneLine).join(' | ')} |`)
    .join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}
