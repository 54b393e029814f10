import { padTo, widthOf, wrap, wrapAfter } from './columns.ts'
import type { Page } from './page.ts'

interface Table {
  header: string[]
  rows: string[][]
  /** Which columns are aligned to the right. */
  isRight: boolean[]
}

const BETWEEN = ' │ '
/** A narrower column cannot be read. */
const NARROWEST = 8

/** A table within the columns of a page: cells are wrapped, and where even that is too narrow, rows become lists. */
export function tableLines({ rows, isRight, ...table }: Table, { columns, style }: Page): string[] {
  const header = table.header.map((name) => style('bold', name))
  const all = [header, ...rows]
  const widest = (place: number, between: RegExp) =>
    Math.max(1, ...all.map((row) => Math.max(...(row[place] ?? '').split(between).map(widthOf))))
  const natural = header.map((_, place) => widest(place, /\n/))
  // A figure is not broken.
  const least = header.map((_, place) => (isRight[place] ? widest(place, /\s/) : NARROWEST))
  const room = columns - BETWEEN.length * (header.length - 1)
  const widths = fitted(natural, least, room)
  if (widths === null) return asLists(header, rows, columns)
  const line = (row: string[]) => {
    const cells = header.map((_, place) => wrap(row[place] ?? '', widths[place]!))
    const height = Math.max(...cells.map(({ length }) => length))
    return Array.from({ length: height }, (_, number) =>
      cells
        .map((cell, place) => padTo(widths[place]!, cell[number] ?? '', isRight[place] ? 'left' : 'right'))
        .join(style('dim', BETWEEN))
        .trimEnd(),
    )
  }
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─')
  return [...line(header), style('dim', rule), ...rows.flatMap(line)]
}

/** The widths of columns that fit, the widest shortened first; null if they would be too narrow. */
function fitted(natural: number[], least: number[], room: number): number[] | null {
  const widths = [...natural]
  const total = () => widths.reduce((sum, width) => sum + width, 0)
  while (total() > room) {
    const spare = widths.map((width, place) => (width > least[place]! ? width : 0))
    const widest = spare.indexOf(Math.max(...spare))
    if (spare[widest] === 0) return null
    widths[widest]! -= 1
  }
  return widths
}

/** Every row as lines of a heading and its value. */
function asLists(header: string[], rows: string[][], columns: number): string[] {
  return rows.flatMap((row, place) => {
    const lines = row.flatMap((cell, column) =>
      cell === '' ? [] : wrapAfter(column === 0 ? '' : '  ', `${header[column]}: ${cell}`, columns),
    )
    return place === 0 ? lines : ['', ...lines]
  })
}
