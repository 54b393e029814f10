import { existsSync, readFileSync } from 'node:fs'
import type { MemberName } from './task.ts'

/** The text of a member for a task, as the member sends it. */
export function textBy(member: MemberName, task: string): string {
  return readText(`${task}/${member}`)!
}

/** What the author of a draft makes of it when asked to revise; null where it would change nothing. */
export function revisionOf(member: MemberName, task: string): string | null {
  return readText(`${task}/${member}-revised`)
}

/**
 * What a writer makes of what it is shown. A line that begins with words in double braces is written only if a text, or a
 * claim after its status, contains these words, so that the answer really depends on what the writer was shown.
 */
export function writtenFrom(task: string, shown: string[]): string {
  return readText(`${task}/written`)!
    .split('\n')
    .flatMap((line) => {
      const [, words, rest] = /^\{\{(.*?)\}\}(.*)$/.exec(line) ?? []
      if (words === undefined) return [line]
      return shown.some((text) => text.includes(words)) ? [rest!] : []
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

function readText(name: string): string | null {
  const file = new URL(`texts/${name}.md`, import.meta.url)
  return existsSync(file) ? readFileSync(file, 'utf8').replace(/\n$/, '') : null
}
