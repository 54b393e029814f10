import { escaped, svg } from './svg.ts'

/** Cells of a terminal, in pixels. */
const CELL = { width: 7.85, height: 18 }
const MARGIN = 14

/** The numbers of escape sequences that set a style, and the classes for them. */
const CLASSES: Record<string, string> = {
  1: 'strong',
  2: 'faint',
  3: 'slanted',
  4: 'under',
  31: 'red',
  32: 'green',
  33: 'yellow',
  36: 'cyan',
}
const STYLE = `.cell{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre}
.strong{font-weight:700}.faint{opacity:.65}.slanted{font-style:italic}.under{text-decoration:underline}
.red{fill:#b23a3a}.green{fill:#2f7a52}.yellow{fill:#8a5a10}.cyan{fill:#1f6f7f}
@media(prefers-color-scheme:dark){.red{fill:#e58a8a}.green{fill:#7cc9a4}.yellow{fill:#e0c06b}.cyan{fill:#7fc8d8}}`

interface Run {
  column: number
  text: string
  classes: string[]
}

/** Draws a screen as `tmux capture-pane -e` gives it, with colours as escape sequences. */
export function drawTerminal(screen: string, columns: number, description: string): string {
  const lines = screen.trimEnd().split('\n')
  const rows = runsOf(lines).map((runs, row) =>
    runs
      .filter(({ text }) => text.trim() !== '')
      .map(({ column, text, classes }) => {
        const [x, y] = [MARGIN + column * CELL.width, MARGIN + (row + 0.75) * CELL.height]
        return `<text class="${['cell', ...classes].join(' ')}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" xml:space="preserve">${escaped(text)}</text>`
      })
      .join(''),
  )
  const width = Math.ceil(2 * MARGIN + columns * CELL.width)
  const height = Math.ceil(2 * MARGIN + lines.length * CELL.height)
  return svg(
    width,
    height,
    description,
    [`<style>${STYLE}</style>`, ...rows],
    'Drawn by `npm run pictures` from a run in a terminal. Times and the id differ from run to run.',
  )
}

/** The texts of each line with their places and styles, which go on from line to line. */
function runsOf(lines: string[]): Run[][] {
  let classes = new Set<string>()
  return lines.map((line) => {
    const runs: Run[] = []
    let column = 0
    for (const part of line.split('\u001b[')) {
      const [, codes, rest = ''] = part === line ? [] : (/^([\d;]*)m(.*)$/s.exec(part) ?? [])
      if (codes !== undefined) classes = styled(classes, codes.split(';'))
      const text = codes === undefined ? part : rest
      if (text !== '') runs.push({ column, text, classes: [...classes] })
      column += [...text].length
    }
    return runs
  })
}

const COLOURS = ['red', 'green', 'yellow', 'cyan']

function styled(before: Set<string>, codes: string[]): Set<string> {
  const classes = new Set(before)
  for (const code of codes) {
    if (code === '' || code === '0') classes.clear()
    if (code === '22') for (const name of ['strong', 'faint']) classes.delete(name)
    if (code === '23') classes.delete('slanted')
    if (code === '24') classes.delete('under')
    if (/^3\d$/.test(code)) for (const name of COLOURS) classes.delete(name)
    const added = CLASSES[code]
    if (added !== undefined) classes.add(added)
  }
  return classes
}
