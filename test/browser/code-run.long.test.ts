import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readPrompt } from '../../eval/transcripts/read-prompt.ts'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

interface Programs {
  question: string
  language: string
  form: 'call' | 'stdin' | 'rows'
  called: string
  inputs: Array<[input: string, expected?: string]>
  /** What each model writes; those that it does not name write the first. */
  drafts: Record<string, string>
}

const CHUNKS: Programs = {
  question:
    'Write a Python function chunks(items, size) that cuts a list into lists of that size, for example chunks([1, 2, 3], 2) gives [[1, 2], [3]] and chunks([4, 5, 6], 3) gives [[4, 5, 6]].',
  language: 'python',
  form: 'call',
  called: 'chunks',
  inputs: [
    ['chunks([1, 2, 3], 2)', '[[1, 2], [3]]'],
    ['chunks([4, 5, 6], 3)', '[[4, 5, 6]]'],
    ['chunks([], 3)'],
    ['chunks([1], 5)'],
    ['chunks(list(range(60)), 7)'],
    ['chunks(["a long text that goes on " * 8, "b\\n  c"], 1)'],
    ['chunks([None, True, 0.1 + 0.2], 2)'],
    ['chunks([1, 2, 3, 4], 2)'],
    ['chunks([[1], [2], [3]], 2)'],
    ['chunks("abc", 2)'],
  ],
  drafts: {
    one: 'def chunks(items, size):\n    return [items[at:at + size] for at in range(0, len(items), size)]',
    four: 'def chunks(items, size):\n    return [items[at:at + size] for at in range(0, len(items) - size + 1, size)]',
    five: 'def chunks(items, size) return items',
  },
}

const TOTALS: Programs = {
  question: 'Write a JavaScript program that reads lines “name amount” and prints the sum of each name.',
  language: 'javascript',
  form: 'stdin',
  called: '',
  inputs: [['ann 1\nbob   2\nann 3\n'], ['ann 1\n\nbob 2'], [''], [`${'n'.repeat(300)} 1`]],
  drafts: {
    one: "const sums = new Map()\nfor (const line of require('fs').readFileSync(0, 'utf8').split('\\n')) {\n  const [name, amount] = line.split(/\\s+/)\n  if (name) sums.set(name, (sums.get(name) ?? 0) + Number(amount))\n}\nfor (const [name, sum] of sums) console.log(name, sum)",
    four: "const sums = {}\nfor (const line of require('fs').readFileSync(0, 'utf8').split('\\n')) {\n  const [name, amount] = line.split(' ')\n  sums[name] = (sums[name] ?? 0) + Number(amount)\n}\nfor (const name in sums) console.log(name, sums[name])",
  },
}

const MODELS = ['one', 'two', 'three', 'four', 'five'].map((name) => `vendor/${name}`)
const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const WIDE = { viewport: { width: 1200, height: 900 } }

describeInBrowser('drafts that were run', () => {
  let browser: Browser
  let served: ServedPlayground
  let provider: ScriptedProvider
  const complaints: string[] = []

  beforeAll(async () => {
    provider = await startScriptedProvider(replyTo)
    const settings = { ...settingsFor(provider), DEFAULT_MODELS: MODELS.join() }
    ;[browser, served] = await Promise.all([startBrowser(), servePlayground(settings)])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    await provider?.close()
  })
  afterEach(() => {
    expect(complaints.splice(0)).toEqual([])
  })

  const ask = async (question: string, options: object): Promise<Page> => {
    const page = await openPage(browser, `${served.origin}/playground`, { ...options, complaints })
    await page.getByLabel('Question', { exact: true }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByRole('heading', { name: 'What the drafts did' }).waitFor()
    return page
  }
  const section = (page: Page) => page.locator('.code-run')
  const fits = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

  it('shows on which inputs drafts differ, those first, and the others on demand', async () => {
    const page = await ask(CHUNKS.question, WIDE)
    const words = await section(page).locator('p').first().textContent()
    expect(words).toContain('3 of 5 drafts do the same on 10 inputs.')
    expect(words).toContain('The question states 2 results; the delivered draft gives both.')
    expect(words).toContain('The draft of five could not be run.')
    expect(await section(page).locator('thead th').allTextContents()).toEqual([
      'Input',
      'Stated by the question',
      expect.stringMatching(/^Delivered draft \((?:(?:one|two|three)(?:, | and )?){3}\)$/),
      'four',
    ])
    const rows = section(page).locator('tbody tr')
    expect(await rows.count()).toBe(8)
    expect(await rows.first().getByRole('rowheader').textContent()).toBe('chunks([1, 2, 3], 2)')
    expect(await rows.first().locator('.marked').textContent()).toBe('[[1,2]] differs not as stated')
    expect(await fits(page)).toBe(true)
    expect(await accessibilityProblems(page)).toEqual([])
    await section(page).getByRole('button', { name: 'Show all 10 inputs' }).click()
    expect(await rows.count()).toBe(10)
    expect(await section(page).locator('.marked').count()).toBe(6)
  })

  it('exports the delivered draft’s tests', async () => {
    const page = await ask(CHUNKS.question, WIDE)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      section(page).getByRole('button', { name: 'Export as tests' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('test_draft.py')
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain('actual = chunks([1, 2, 3], 2)\n    assert _rounded(actual) == [[1, 2], [3]]\n')
  })

  it.each([
    ['calls', CHUNKS],
    ['standard input', TOTALS],
  ])('fits on a phone, where the table scrolls in itself: %s', async (_, { question }) => {
    const page = await ask(question, NARROW)
    expect(await fits(page)).toBe(true)
    const table = section(page).getByRole('group', { name: 'What the drafts did on each input' })
    expect(await table.evaluate((group) => group.scrollWidth > group.clientWidth)).toBe(true)
    const headings = await section(page).locator('thead th').all()
    for (const heading of headings)
      expect(await heading.evaluate((cell) => getComputedStyle(cell).overflowWrap)).toBe('normal')
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('keeps the white space of standard input', async () => {
    const page = await ask(TOTALS.question, WIDE)
    const input = section(page).getByRole('rowheader').first().locator('code')
    expect(await input.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('pre-wrap')
    expect(await section(page).getByRole('columnheader').first().textContent()).toBe('Standard input')
    expect(await fits(page)).toBe(true)
  })
})

function replyTo(call: ReceivedCall): unknown {
  const { prompt, model } = call
  const { language, form, called, inputs, drafts } = [CHUNKS, TOTALS].find((one) =>
    prompt.includes(one.question),
  )!
  if (prompt.includes('"called": '))
    return { language, form, called, inputs: inputs.map(([input, expected = '']) => ({ input, expected })) }
  const { phase, shown } = readPrompt(call)
  if (phase === 'exposition') {
    const code = drafts[model.replace('vendor/', '')] ?? drafts.one
    return `\`\`\`${language}\n${code}\n\`\`\`\n\n<panel>\n{"kind": "draft"}\n</panel>`
  }
  return {
    reviews: shown.map(({ label }) => ({ draft: label, verdict: 'accept', defect: '' })),
    preference: shown.map(({ label }) => [label]),
    improvements: [],
  }
}
