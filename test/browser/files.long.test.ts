import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { PROTECTED, pdfOf, pngOf } from '../support/files.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import {
  type ScriptedProvider,
  sendJson,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

const SEEING = ['vendor/one', 'vendor/two']
const BLIND = ['vendor/three', 'vendor/four']
const ANSWER = 'It is 4.\n\n<panel>\n{"kind": "closed", "answer": "4"}\n</panel>'
const NARROW = { viewport: { width: 360, height: 740 } }

describeInBrowser('files of a question', () => {
  let browser: Browser
  let served: ServedPlayground
  let provider: ScriptedProvider
  const complaints: string[] = []

  beforeAll(async () => {
    const entry = (id: string, inputs: string[]) => ({ id, architecture: { input_modalities: inputs } })
    provider = await startScriptedProvider(
      () => ANSWER,
      (response) =>
        sendJson(response, {
          data: [
            ...SEEING.map((id) => entry(id, ['text', 'image'])),
            ...BLIND.map((id) => entry(id, ['text'])),
          ],
        }),
    )
    const settings = { ...settingsFor(provider), DEFAULT_MODELS: SEEING.join() }
    ;[browser, served] = await Promise.all([startBrowser(), servePlayground(settings)])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    await provider?.close()
  })
  beforeEach(() => void provider.calls.splice(0))
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const open = async (options = {}) => {
    const page = await openPage(browser, `${served.origin}/playground`, { ...options, complaints })
    await page.getByText('Asks one and two.').waitFor()
    return page
  }
  const file = (name: string, content: Buffer | string) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  })
  const add = async (page: Page, ...files: Array<ReturnType<typeof file>>) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Add files' }).press('Enter'),
    ])
    await chooser.setFiles(files)
    await expect.poll(() => page.getByText('reading …').count()).toBe(0)
  }
  const item = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name })
  const ask = async (page: Page) => {
    await page.getByLabel('Question', { exact: true }).fill('What is 2 + 2?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.locator('.latest .answer', { hasText: '4' }).waitFor()
  }

  it('reach the models under their names, whatever these say of their kind, and nothing before they are asked', async () => {
    const page = await open(NARROW)
    const bodies: string[] = []
    page.on('request', (request) => bodies.push(request.postData() ?? ''))
    const png = pngOf(40, 30)
    const estimated = page.waitForResponse(
      (response) => response.request().postData()?.includes('xxx') ?? false,
    )
    await add(
      page,
      file('report.bin', pdfOf(['The tide turns at noon.', '', 'It turns (again) at six.'])),
      file('chart.txt', png),
      file('table.png', 'name;size\nhazel;3 m\n'),
    )
    await item(page, 'report.bin').getByText('3 pages, 1 without text').waitFor()
    await item(page, 'chart.txt').getByText('40 × 30 pixels').waitFor()
    await item(page, 'table.png').getByText('20 bytes').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await accessibilityProblems(page)).toEqual([])
    await estimated
    expect(bodies.filter((body) => /tide|hazel|report|table/.test(body))).toEqual([])
    await ask(page)
    const { prompt, body } = provider.calls[0]!
    for (const text of [
      'report.bin',
      'The tide turns at noon.',
      'It turns (again) at six.',
      'table.png',
      'hazel;3 m',
    ])
      expect(prompt).toContain(text)
    const url = `data:image/png;base64,${png.toString('base64')}`
    expect(JSON.stringify(body)).toContain(url)
    expect(JSON.stringify(body)).toContain('Pictures for the question, in this order: chart.txt')
  })

  it('that cannot be read are refused beside their names with what to do, and are not sent', async () => {
    const page = await open(NARROW)
    await add(
      page,
      file('program.txt', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2])),
      file('old.csv', Buffer.from('Stra\xdfe', 'latin1')),
      file('letter.docx', 'PK\x03\x04…'),
      file('scan.pdf', pdfOf(['', ''])),
      file('secret.pdf', pdfOf(['Hidden.'], PROTECTED)),
      file('torn.pdf', '%PDF-1.4 and nothing else'),
      file('torn.png', pngOf(40, 30).subarray(0, 20)),
      file('long.txt', 'word '.repeat(50_000)),
      file('kept.txt', 'The hazel is three metres high.'),
    )
    const notes = {
      'program.txt': 'Not sent. Neither a text nor a PDF nor a picture.',
      'old.csv': 'Not sent. Its text is not UTF-8.',
      'letter.docx': 'Not sent. Office files and archives cannot be read.',
      'scan.pdf': 'Not sent. Its pages are pictures without text.',
      'secret.pdf': 'Not sent. Protected by a password.',
      'torn.pdf': 'Not sent. A damaged PDF.',
      'torn.png': 'Not sent. A damaged picture.',
      'long.txt': 'Not sent. Too long: the documents of a question may have 200,000 characters in all.',
    }
    for (const [name, note] of Object.entries(notes)) await item(page, name).getByText(note).waitFor()
    expect(await page.getByText('Not sent.').count()).toBe(8)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove program.txt' }).press('Enter')
    expect(await item(page, 'program.txt').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add files')
    await ask(page)
    const { prompt } = provider.calls[0]!
    expect(prompt).toContain('three metres high')
    for (const name of Object.keys(notes)) expect(prompt).not.toContain(name)
  })

  it('are pasted and dropped, while a text is pasted as a text', async () => {
    const page = await open()
    const give = (type: 'paste' | 'drop', name: string, text: string | null) =>
      page.getByLabel('Question', { exact: true }).evaluate(
        (box, [event, title, said]) => {
          const data = new DataTransfer()
          data.items.add(new File(['The hazel is three metres high.'], title))
          if (said !== null) data.setData('text/plain', said)
          const init = { bubbles: true, cancelable: true }
          return box.dispatchEvent(
            event === 'paste'
              ? new ClipboardEvent('paste', { ...init, clipboardData: data })
              : new DragEvent('drop', { ...init, dataTransfer: data }),
          )
        },
        [type, name, text] as const,
      )
    expect(await give('paste', 'pasted.md', null)).toBe(false)
    await item(page, 'pasted.md').waitFor()
    expect(await give('drop', 'dropped.md', null)).toBe(false)
    await item(page, 'dropped.md').waitFor()
    expect(await give('paste', 'cells.png', 'A cell')).toBe(true)
    expect(await give('drop', 'pasted.md', null)).toBe(false)
    await item(page, 'pasted.md (2)').waitFor()
    expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(3)
  })

  it('go with the next message too, after those of the question', async () => {
    const page = await open(NARROW)
    const png = pngOf(40, 30)
    await add(page, file('chart.png', png), file('first.txt', 'The hazel is three metres high.'))
    await ask(page)
    await add(page, file('second.txt', 'The birch is nine metres high.'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByLabel('Next message').fill('And the birch?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.past-question').waitFor()
    await page.locator('.latest .answer', { hasText: '4' }).waitFor()
    const { prompt, body } = provider.calls.find((call) => call.prompt.includes('And the birch?'))!
    expect(prompt.indexOf('three metres')).toBeLessThan(prompt.indexOf('nine metres'))
    expect(JSON.stringify(body)).toContain(png.toString('base64'))
  })

  it('that are large pictures are scaled down, and the page says so', async () => {
    const page = await open()
    await add(page, file('wide.png', pngOf(2000, 500, true)))
    await item(page, 'wide.png').getByText('2000 × 500 pixels, scaled down to 1568 × 392 pixels').waitFor()
    await ask(page)
    const sent = JSON.stringify(provider.calls[0]!.body).match(/data:image\/jpeg;base64,[^"]+/)?.[0]
    expect(sent!.length).toBeLessThan(400_000)
  })

  it('are there again when the form is, but not after the page was closed, and it says so', async () => {
    const page = await open()
    await add(page, file('notes.txt', 'The hazel is three metres high.'))
    await page.getByRole('link', { name: 'History' }).click()
    await page.goBack()
    await item(page, 'notes.txt').getByText('31 bytes').waitFor()
    expect(await page.getByText('Not sent.').count()).toBe(0)
    expect(await page.evaluate(() => localStorage.getItem('stretto.form'))).not.toContain('hazel')
    await page.reload()
    await item(page, 'notes.txt')
      .getByText('Not sent. Files are kept only until the page is closed.')
      .waitFor()
  })

  it('that are pictures are refused before anything is asked where no chosen model takes them', async () => {
    const page = await open()
    await page.evaluate((models) => localStorage.setItem('stretto.form', JSON.stringify({ models })), BLIND)
    await page.reload()
    await add(page, file('chart.png', pngOf(40, 30)))
    await page.getByLabel('Question', { exact: true }).fill('What is 2 + 2?')
    await page
      .getByText('No model of the panel takes images; ask models that do, such as vendor/one')
      .waitFor()
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).isDisabled()).toBe(true)
  })
})
