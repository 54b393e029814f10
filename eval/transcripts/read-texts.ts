import { existsSync, readFileSync } from 'node:fs'
import type { RuledPoint } from './read-prompt.ts'
import type { MemberName, TaskMap } from './task.ts'

/** The text of a member for a task, as the member sends it. */
export function textBy(member: MemberName, task: string): string {
  return readText(`${task}/${member}.md`)!
}

/** What the author of a draft makes of it when asked to revise; null where it would change nothing. */
export function revisionOf(member: MemberName, task: string): string | null {
  return readText(`${task}/${member}-revised.md`)
}

/** What a reader makes of the texts on an open question. */
export function mapOf(task: string): TaskMap {
  return JSON.parse(readText(`${task}/map.json`)!)
}

/** What a writer is shown. */
interface ShownToWriter {
  texts: string[]
  points: RuledPoint[]
  marker: string
}

/**
 * What a writer makes of what it is shown. A line that begins with words in double braces is written only if a text, or
 * the status and the key of a point, contains these words, so that the answer really depends on what the writer was
 * shown. A key in double brackets becomes a mark with the number of that point.
 */
export function writtenFrom(task: string, { texts, points, marker }: ShownToWriter): string {
  const { points: made, gaps } = mapOf(task)
  const keyed = [...made, ...gaps].flatMap(({ key, text }) => {
    const shown = points.find((point) => point.text === text)
    return shown === undefined ? [] : [{ ...shown, key }]
  })
  const known = [...texts, ...keyed.map(({ key, status }) => `${status}: ${key}`)]
  const markFor = (key: string) => {
    const number = keyed.find((point) => point.key === key)?.number
    return number === undefined ? '' : `[[${marker}:${number}]]`
  }
  return readText(`${task}/written.md`)!
    .split('\n')
    .flatMap((line) => {
      const [, words, rest] = /^\{\{(.*?)\}\}(.*)$/.exec(line) ?? []
      if (words === undefined) return [line]
      return known.some((text) => text.includes(words)) ? [rest!] : []
    })
    .join('\n')
    .replace(/\[\[(\w+)\]\]/g, (_, key) => markFor(key))
    .replace(/\n{3,}/g, '\n\n')
}

function readText(name: string): string | null {
  const file = new URL(`texts/${name}`, import.meta.url)
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/\n$/, '') : null
}
