import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A fenced block of a Markdown file. */
export interface MarkdownBlock {
  file: string
  line: number
  language: string
  code: string
  /** What the comment right before the block says of it; null without one. */
  mark: string | null
}

const FENCE = /^([ \t]*)(`{3,}|~{3,})(\S*)[^\n]*\n([\s\S]*?)^[ \t]*\2[ \t]*$/gm
/** Says the same of every block of a file. */
const FILE_MARK = /<!-- every block: (.+?) -->/

/** What scripted models write is no documentation. */
const NOT_DOCUMENTATION = 'eval/transcripts/texts/'

/** All Markdown files of the repository, also those that are not committed yet. */
export function markdownFiles(root: string): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.md'],
    { cwd: root, encoding: 'utf8' },
  )
  return listed
    .trim()
    .split('\n')
    .filter((file) => !file.startsWith(NOT_DOCUMENTATION))
    .sort()
}

/** The blocks of a file, from top to bottom. */
export function blocksOf(root: string, file: string): MarkdownBlock[] {
  const page = readFileSync(join(root, file), 'utf8')
  const ofFile = FILE_MARK.exec(page)?.[1] ?? null
  return [...page.matchAll(FENCE)].map((match) => {
    const [, indent = '', , language = '', code = ''] = match
    const before = page.slice(0, match.index)
    return {
      file,
      line: before.split('\n').length,
      language,
      // A block in a list is indented as a whole.
      code: code.replace(new RegExp(`^${indent}`, 'gm'), ''),
      mark: /<!-- ([^\n]+?) -->\s*$/.exec(before)?.[1] ?? ofFile,
    }
  })
}
