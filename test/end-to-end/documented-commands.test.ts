import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../src/config/settings.ts'
import { expectAnswer } from '../support/documentation/expect-answer.ts'
import { blocksOf, type MarkdownBlock, markdownFiles } from '../support/documentation/markdown-blocks.ts'
import { RUNNABLE, runBlock } from '../support/documentation/run-block.ts'
import { problemsOfPrograms } from '../support/documentation/type-problems.ts'
import { ROOT } from '../support/installed-package.ts'
import { type ListeningService, listenHere } from '../support/listening-service.ts'

const FILES = markdownFiles(ROOT)
const BLOCKS = FILES.flatMap((file) => blocksOf(ROOT, file))
const isRun = ({ mark, language }: MarkdownBlock) => mark === null && RUNNABLE.includes(language)
const isGuide = ({ mark }: MarkdownBlock) => mark === 'run by test/documentation/client-guides.test.ts'
const placeOf = ({ file, line }: MarkdownBlock) => `${file}:${line}`

/** The README is pasted at once, under the limits that its reader has; other pages are read at leisure. */
const README = 'README.md'
const { RATE_LIMIT_BURST, RATE_LIMIT_PER_MINUTE } = readSettings({})
const DEFAULT_LIMITS = {
  RATE_LIMIT_BURST: String(RATE_LIMIT_BURST),
  RATE_LIMIT_PER_MINUTE: String(RATE_LIMIT_PER_MINUTE),
}
const MOST_REQUESTS_AT_ONCE = 10

const hasPython = has('python3')
if (!hasPython) {
  const problem = 'The Python of the documentation was NOT run: there is no python3.'
  if (process.env.CI) throw new Error(problem)
  process.stderr.write(`\n*** ${problem} ***\n\n`)
}

describe('every block of code in the documentation', () => {
  it('is run, is what a run printed, or says why not', () => {
    const unexplained = BLOCKS.filter((block) => !isRun(block)).filter(({ mark }) => {
      if (mark === null) return true
      const runner = /^run by (\S+)$/.exec(mark)?.[1]
      if (runner !== undefined) return !existsSync(join(ROOT, runner))
      return mark !== 'answer' && !/^not run: \w.{9,}/.test(mark)
    })
    expect(unexplained.map(placeOf)).toEqual([])
  })

  it('can be run in a clone: npx stretto stands only beside what works there', () => {
    const pages = FILES.filter((file) => file !== 'CHANGELOG.md')
    const paragraphs = pages.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split(/\n\s*\n/))
    const named = paragraphs.filter((text) => /\bnpx (?:-\S+ )*stretto\b|"-y", "stretto"/.test(text))
    expect(named.length).toBeGreaterThan(2)
    expect(named.filter((text) => !/npm start|node \S*bin\/stretto\.mjs/.test(text))).toEqual([])
  })

  it('can be pasted at once without meeting the rate limits', () => {
    const requestsIn = (code: string) => code.match(/\bcurl\b/g)?.length ?? 0
    const pasted = BLOCKS.filter(({ language }) => language === 'sh' || language === 'bash')
    for (const block of pasted)
      expect(requestsIn(block.code), placeOf(block)).toBeLessThan(MOST_REQUESTS_AT_ONCE)
    const whole = pasted.filter(({ file }) => file === README).map(({ code }) => code)
    expect(requestsIn(whole.join('\n'))).toBeLessThan(MOST_REQUESTS_AT_ONCE)
  })
})

describe('what the documentation says to run', () => {
  let folder: string
  let service: ListeningService
  // Inside the project, so that programs find its packages and the client.
  beforeAll(() => {
    folder = mkdtempSync(join(ROOT, 'dist/documentation-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  describe.each([
    ['README, all at once', [README], DEFAULT_LIMITS],
    ['pages', FILES.filter((file) => file !== README), {}],
  ] as Array<[string, string[], Record<string, string>]>)('in the %s', (_, files, limits) => {
    beforeAll(async () => {
      service = await listenHere(limits, 'all')
    })
    afterAll(() => service.stop())

    it.each(files.filter((file) => blocksOf(ROOT, file).some(isRun)))('works: %s', async (file) => {
      let printed = ''
      for (const block of blocksOf(ROOT, file)) {
        if (block.language === 'python' && !hasPython) printed = ''
        else if (isRun(block))
          printed = await runBlock(block, {
            addresses: { edge: service.edgeUrl, local: service.localUrl },
            folder,
          })
        else if (block.mark !== 'answer') printed = ''
        else if (printed !== '') expectAnswer(block, printed)
      }
    })
  })

  it('has the types it needs, where it is TypeScript', () => {
    const isTyped = (block: MarkdownBlock) =>
      isRun(block) ? ['js', 'ts'].includes(block.language) : isGuide(block) && block.language === 'ts'
    expect(BLOCKS.some(isGuide)).toBe(true)
    expect(problemsOfPrograms(BLOCKS.filter(isTyped), folder)).toEqual([])
  })
})

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
