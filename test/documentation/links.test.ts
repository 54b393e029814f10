import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { markdownFiles } from '../support/documentation/markdown-blocks.ts'
import { ROOT } from '../support/installed-package.ts'

const FILES = markdownFiles(ROOT)
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** Code may look like a link. */
const withoutCode = (page: string) => page.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')

/** The anchors of a page, as a reader on the web meets them. */
function anchorsOf(file: string): string[] {
  const headings = textOf(file)
    .replace(/^ *```[\s\S]*?^ *```/gm, '')
    .matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

it.each(FILES)('every link of %s leads to a file, and to a heading that it has', (file) => {
  const targets = [...withoutCode(textOf(file)).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)]
  const broken = targets
    .map(([, target]) => target!)
    .filter((target) => {
      const [path, anchor] = target.split('#') as [string, string | undefined]
      const to = path === '' ? file : normalize(join(dirname(file), path))
      if (!existsSync(join(ROOT, to))) return true
      return anchor !== undefined && to.endsWith('.md') && !anchorsOf(to).includes(anchor)
    })
  expect(broken).toEqual([])
})

it('every page of the documentation can be reached from the README', () => {
  const reached = new Set<string>()
  const visit = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const [, target] of withoutCode(textOf(file)).matchAll(
      /\]\((?!https?:|mailto:)([^)\s#]+)[^)]*\)/g,
    )) {
      const to = normalize(join(dirname(file), target!))
      if (to.endsWith('.md') && existsSync(join(ROOT, to))) visit(to)
    }
  }
  visit('README.md')
  const pages = FILES.filter((file) => file.startsWith('docs/') && !file.startsWith('docs/decisions/'))
  expect(pages.filter((page) => !reached.has(page))).toEqual([])
})
