import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { accessibilityProblems, describeInBrowser, openPage, startBrowser } from '../support/browser.ts'
import { type ServedPlayground, servePlayground } from '../support/playground.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'

/** What a model says first, and then of each answer on the table. */
interface Voice {
  answer: string
  reply: string
  rulings: Record<string, [verdict: string, why: string]>
  stands: string
  because?: string
}

const PRIMES: Voice[] = ['23', '29', '23'].map((answer) => ({
  answer,
  reply: `One of them is **${answer}**.`,
  rulings: { 23: ['right', ''], 29: ['right', ''] },
  stands: answer,
}))

const TWO_MOONS = { 2: ['right', ''], 1: ['wrong', 'Deimos is missing.'] } satisfies Voice['rulings']
const MOONS: Voice[] = [
  { answer: '2', reply: 'Phobos and Deimos.', rulings: TWO_MOONS, stands: '2' },
  { answer: '1', reply: 'Phobos alone.', rulings: TWO_MOONS, stands: '2', because: 'Deimos is one too.' },
  { answer: '1', reply: 'I recall Phobos.', rulings: TWO_MOONS, stands: '2' },
]

const DERIVATIVES: Voice[] = ['The power rule', 'Of course'].map((why) => ({
  answer: '\\(2x\\)',
  reply: `${why}:\n\\[\n\\frac{d}{dx} x^2\n= 2x\n\\]\nor $f'(x) = 2x$, see \\(\\href{https://evil.example}{2x}\\). It costs $5 or $6, and \\(\\frac{\\) nothing: \\(\\def\\a#1{#1#1}\\a{x}\\).`,
  rulings: { '\\(2x\\)': ['right', ''] },
  stands: '\\(2x\\)',
}))

const PANELS: Record<string, Voice[]> = {
  'What is the derivative of \\(x^2\\)?': [...DERIVATIVES, DERIVATIVES[0]!],
  'Name a prime between 20 and 30.': PRIMES,
  'How many moons does Mars have?': MOONS,
}
const MODELS = ['vendor/one', 'vendor/two', 'vendor/three']

describeInBrowser('a panel with short answers', () => {
  let browser: Browser
  let served: ServedPlayground
  let provider: ScriptedProvider
  let gate: Promise<void> | null = null
  const complaints: string[] = []

  beforeAll(async () => {
    provider = await startScriptedProvider(async (call) => {
      if (call.model === MODELS[2]) await gate
      return replyTo(call)
    })
    const settings = { ...settingsFor(provider), DEFAULT_MODELS: MODELS.join(), READER_MODEL: 'vendor/small' }
    ;[browser, served] = await Promise.all([startBrowser(), servePlayground(settings)])
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
    await provider?.close()
  })
  afterEach(() => {
    gate = null
    expect(complaints.splice(0)).toEqual([])
  })

  const ask = async (question: string): Promise<Page> => {
    const page = await openPage(browser, `${served.origin}/playground`, { complaints })
    await page.getByLabel('Question', { exact: true }).fill(question)
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    return page
  }
  const answered = (page: Page) => page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()

  it('shows each short answer with its reply before the kind is decided, and what else is right', async () => {
    let release = () => {}
    gate = new Promise((resolve) => {
      release = resolve
    })
    const page = await ask('Name a prime between 20 and 30.')
    await page.getByText('2 of 3 have replied').waitFor()
    expect(await page.locator('.card').first().textContent()).toContain('23One of them is 23.')
    release()
    await answered(page)
    await page.getByText('Rounds and disagreement').click()
    await page.getByText('small compared the answers.').waitFor()
    expect(await page.locator('.short-answer').textContent()).toBe('23')
    expect(await page.locator('.alternatives').textContent()).toBe('Also right, all models say: 29')
    await page.getByText(/About \d+% sure that it is right/).waitFor()
    await page.getByText('How this is estimated').click()
    await page.getByText('one gave another answer that can be right as well').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('typesets formulas, without what they could do to the page, and leaves prices and broken ones as written', async () => {
    const page = await ask('What is the derivative of \\(x^2\\)?')
    await answered(page)
    await page.locator('h1 math msup').waitFor()
    await page.locator('.short-answer math').waitFor()
    await page.getByText('Whole reply').first().click()
    const reply = page.locator('.card').first().locator('.markdown')
    await reply.locator('.displayed math mfrac').waitFor()
    expect(await reply.locator('a, [href]').count()).toBe(0)
    expect(await reply.textContent()).toContain(
      'see \\(\\href{https://evil.example}{2x}\\). It costs $5 or $6, and \\(\\frac{\\) nothing: \\(\\def\\a#1{#1#1}\\a{x}\\).',
    )
    expect(await accessibilityProblems(page)).toEqual([])
  })

  it('shows what each says of every answer, who changed its mind and why, and whose change does not count', async () => {
    const page = await ask('How many moons does Mars have?')
    await answered(page)
    for (const rounds of await page.getByText('Round by round').all()) await rounds.click()
    const [, moved, held] = await page.locator('.card').allTextContents()
    expect(moved).toContain('Changed its answer from 1Because: Deimos is one too.')
    expect(moved).toContain('1: wrongDeimos is missing.')
    expect(held).toContain('Moved to 2 but did not say what is wrong with its own answer, so its own counts.')
    expect(held).toContain('2: right, counted as unsure')
    expect(await page.locator('.outcome').textContent()).toMatch(/^Majority/)
    await page.getByText('three says 1.').waitFor()
    expect(await page.locator('.others h3').allTextContents()).toEqual(['three'])
  })
})

function replyTo({ model, prompt }: ReceivedCall): unknown {
  const [, panel] = Object.entries(PANELS).find(([question]) => prompt.includes(question))!
  if (prompt.includes('"relations"')) {
    const ids = [...prompt.matchAll(/<axiom-\w+ id="([^"]+)"/g)].map(([, id]) => id)
    return { reasoning: '', relations: ids.map((id) => ({ id, relation: 'unrelated' })) }
  }
  if (prompt.includes('"groups"')) return groupsOf(shortAnswersIn(prompt), panel === PRIMES)
  const { answer, reply, rulings, stands, because = '' } = panel[MODELS.indexOf(model)]!
  const onTable = shortAnswersIn(prompt)
  if (onTable.length === 0)
    return `${reply}\n\n<panel>\n${JSON.stringify({ kind: 'closed', answer })}\n</panel>`
  return {
    reasoning: 'Looked at again.',
    rulings: onTable.map(([label, short]) => ({
      label,
      verdict: rulings[short]![0],
      why: rulings[short]![1],
    })),
    answer: onTable.find(([, short]) => short === stands)![0],
    new_answer: '',
    changed_because: because,
  }
}

/** The labels of a prompt with the short answers that have them. */
function shortAnswersIn(prompt: string): Array<[label: string, answer: string]> {
  const labelled = /label="(\w+)">\s*<short-[0-9a-f]+>(.*?)<\/short/g
  return [...prompt.matchAll(labelled)].map(([, label, answer]) => [label!, answer!])
}

function groupsOf(answers: Array<[label: string, answer: string]>, areCompatible: boolean): object {
  const given = [...new Set(answers.map(([, answer]) => answer))]
  return {
    answers: answers.map(([label, answer]) => ({ label, answer })),
    groups: given.map((one) => answers.filter(([, answer]) => answer === one).map(([label]) => label)),
    compatible: areCompatible ? [[1, 2]] : [],
  }
}
