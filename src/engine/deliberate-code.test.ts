import { afterAll, describe, expect, it } from 'vitest'
import { type Drafter, runDrafts } from '../../test/support/engine/drafting-panel.ts'
import type { Reader } from '../../test/support/engine/scripted-panel.ts'
import { createSandbox } from '../adapters/sandbox/sandbox.ts'

const sandbox = createSandbox()
afterAll(() => sandbox.close())

const QUESTION = 'Write a JavaScript function mid(list) that returns the median: mid([3, 1, 2]) is 2.'
const fenced = (code: string, tag = 'js') => `\`\`\`${tag}\n${code}\n\`\`\``
const SORTS = fenced(
  'function mid(list) { const all = [...list].sort((a, b) => a - b), at = all.length / 2; return (all[Math.floor(at)] + all[Math.ceil(at) - 1]) / 2 }',
)
const ALSO = fenced(
  'const mid = (list) => { const s = list.slice().sort((a, b) => a - b); const n = s.length; return n % 2 ? s[(n - 1) / 2] : (s[n / 2 - 1] + s[n / 2]) / 2 }',
)
/** Forgets that there may be no middle. */
const HASTY = fenced('const mid = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)]')
const UNSORTED = fenced('const mid = (list) => list[Math.floor(list.length / 2)]')
const INPUTS = [
  { input: 'mid([3, 1, 2])', expected: '2' },
  { input: 'mid([7, 5])', expected: '' },
  { input: 'mid([10, 9, 2])', expected: '' },
]

const lists =
  (inputs: object[] = INPUTS, { language = 'javascript', called = 'mid' } = {}): Reader =>
  (brief) =>
    brief.task === 'list-inputs'
      ? JSON.stringify({ language, form: 'call', called, inputs })
      : JSON.stringify({ same: [] })

function run(panel: Record<string, string | Drafter>, options: Parameters<typeof runDrafts>[1] = {}) {
  const drafters = Object.entries(panel).map(([name, one]) => [
    name,
    typeof one === 'string' ? { draft: one } : one,
  ])
  return runDrafts(Object.fromEntries(drafters), {
    query: QUESTION,
    reads: lists(),
    ...options,
    ports: { programs: sandbox, ...options.ports },
  })
}

const phasesOf = ({ calls }: ReturnType<typeof run>) => calls.map(({ brief }) => brief.phase)

describe('drafts that are programs', () => {
  it('are settled without a review where most do the same and give what the question states', async () => {
    const asked = run({ ada: SORTS, bob: ALSO, cleo: HASTY })
    const result = await asked.result
    expect(phasesOf(asked)).toEqual(['exposition', 'exposition', 'exposition', 'reading'])
    expect([SORTS, ALSO]).toContain(result.answer)
    expect(result).toMatchObject({ outcome: 'majority', confidenceKind: 'right' })
    expect(result.reviews).toBeUndefined()
    expect(result.confidenceBasis).toBe(
      'Two of three drafts do the same on 3 inputs; it gives the only result that the question states. Another differs on mid([7, 5]): 7 instead of 6.',
    )
    expect(result.dissent).toEqual([
      { model: 'test/cleo', name: 'cleo', answer: HASTY, reason: 'mid([7, 5]): 7 instead of 6.' },
    ])
    expect(result.codeRun).toEqual({
      language: 'javascript',
      form: 'call',
      behaviours: [
        { models: ['ada', 'bob'], passed: 1 },
        { models: ['cleo'], passed: 1 },
      ],
      not_run: [],
      inputs: [
        { input: 'mid([3, 1, 2])', expected: '2', outcomes: ['2', '2'] },
        { input: 'mid([7, 5])', expected: null, outcomes: ['6', '7'] },
        { input: 'mid([10, 9, 2])', expected: null, outcomes: ['9', '9'] },
      ],
    })
  })

  it('are delivered, of those that do the same, from the model that does clearly better by past runs', async () => {
    const by = (better: string) => {
      const odds = { 'openrouter|test/ada': 1, 'openrouter|test/bob': 1, [`openrouter|test/${better}`]: 9 }
      return run({ ada: SORTS, bob: ALSO, cleo: HASTY }, { ports: { passOdds: async () => odds } }).result
    }
    expect((await by('ada')).answer).toBe(SORTS)
    expect((await by('bob')).answer).toBe(ALSO)
    expect([SORTS, ALSO]).toContain((await by('cleo')).answer)
  })

  it('are agreed on where all do the same', async () => {
    const { outcome, ending, finalDivergence, entries } = await run({ ada: SORTS, bob: ALSO }).result
    expect({ outcome, ending, finalDivergence }).toEqual({
      outcome: 'consensus',
      ending: 'converged',
      finalDivergence: 0,
    })
    expect(entries[0]).toMatchObject({ D_basis: 'measured', clusters: [{ models: ['ada', 'bob'] }] })
  })

  it('win by what the question states, against however many others', async () => {
    const asked = run({ ada: UNSORTED, bob: SORTS, cleo: UNSORTED.replace('list[', 'list.slice()[') })
    const { answer, outcome, reviews } = await asked.result
    expect({ answer, outcome }).toMatchObject({ answer: SORTS })
    expect(reviews, 'nothing is settled by one').toBeDefined()
  })

  it('show reviewers what they do where they differ, the shortest input first', async () => {
    const inputs = [{ input: 'mid([70000, 5])', expected: '' }, ...INPUTS.slice(1)]
    const asked = run({ ada: SORTS, bob: HASTY }, { reads: lists(inputs) })
    await asked.result
    const review = asked.calls.find(({ brief, seat }) => brief.phase === 'review' && seat.name === 'bob')!
    expect(review.brief).toMatchObject({
      ran: [
        {
          input: 'mid([7, 5])',
          expected: null,
          outcomes: [
            { label: 'A', text: '6' },
            { label: 'Your own draft', text: '7' },
          ],
        },
        { input: 'mid([70000, 5])' },
      ],
    })
    expect(review.messages[1]!.content).toMatch(
      /<run-\w+>\nInput: mid\(\[7, 5\]\)\nA: 6\nYour own draft: 7\n<\/run/,
    )
  })

  it('keep their first version where the revised one gives less of what the question states', async () => {
    const judges = () => ({ verdict: 'amend', defect: 'too long' }) as const
    const compares = () => UNSORTED
    const asked = run(
      {
        ada: { draft: SORTS, judges, revises: UNSORTED, compares },
        bob: { draft: HASTY, judges, revises: UNSORTED, compares },
        cleo: { draft: fenced('const mid = (list) => 2'), judges, revises: UNSORTED, compares },
      },
      {},
    )
    const { answer } = await asked.result
    expect(phasesOf(asked)).toContain('rework')
    expect(phasesOf(asked), 'nobody compares it').not.toContain('comparison')
    expect(answer).not.toBe(UNSORTED)
  })

  it('are only reviewed where no input tells anything about them', async () => {
    const asked = run(
      { ada: SORTS, bob: HASTY, cleo: UNSORTED },
      { reads: lists([{ input: 'median([1])', expected: '' }]) },
    )
    const { warnings, codeRun, confidenceKind } = await asked.result
    expect(warnings.join()).toContain('On every input most of the drafts failed')
    expect({ codeRun, confidenceKind }).toEqual({ codeRun: undefined, confidenceKind: 'accepted' })
    expect(phasesOf(asked)).toContain('review')
  })

  it('are not settled by several seats of one model', async () => {
    const models = ['ada', 'bob', 'cleo'].map((name) => ({
      ...{ provider: 'openrouter', name, temperature: 0 },
      model: name === 'cleo' ? 'test/cleo' : 'test/one',
    }))
    const asked = run(
      { ada: HASTY, bob: HASTY.replace('list', 'all').replaceAll('list', 'all'), cleo: SORTS },
      { models },
    )
    expect((await asked.result).reviews).toBeDefined()
  })

  it('have D 0 where all wrote the same', async () => {
    expect((await run({ ada: SORTS, bob: SORTS }).result).finalDivergence).toBe(0)
  })

  it('are known by the name that is called, whatever they call it themselves', async () => {
    const { outcome } = await run({ ada: SORTS, bob: ALSO.replace('mid', 'median') }).result
    expect(outcome).toBe('consensus')
  })

  it('say which draft could not be run', async () => {
    const { dissent, confidenceBasis, codeRun } = await run({
      ada: SORTS,
      bob: ALSO,
      cleo: fenced('const mid = ('),
    }).result
    expect(codeRun!.not_run).toEqual(['cleo'])
    expect(dissent).toMatchObject([{ name: 'cleo', reason: 'The draft could not be run.' }])
    expect(confidenceBasis).toMatch(
      /^Two of three drafts do the same on 3 inputs; .*states\. One could not be run\.$/,
    )
  })

  it('count no input on which most raise, unless the question states what comes out', async () => {
    const raising = [...INPUTS, { input: 'mid(null)', expected: '' }]
    const { codeRun } = await run({ ada: SORTS, bob: ALSO }, { reads: lists(raising) }).result
    expect(codeRun!.inputs).toHaveLength(3)
    const query = `${QUESTION} mid(null) raises TypeError.`
    const stated = [...INPUTS, { input: 'mid(null)', expected: 'raises TypeError' }]
    const told = await run({ ada: SORTS, bob: ALSO }, { query, reads: lists(stated) }).result
    expect(told.codeRun!.inputs.find(({ input }) => input === 'mid(null)')).toMatchObject({
      expected: 'raises TypeError',
      outcomes: ['raises TypeError'],
    })
  })

  it('leave out what differs from one run to the next', async () => {
    const inputs = [...INPUTS, { input: 'mid([Math.random()])', expected: '' }]
    const { codeRun } = await run({ ada: SORTS, bob: ALSO }, { reads: lists(inputs) }).result
    expect(codeRun!.inputs.map(({ input }) => input)).not.toContain(inputs.at(-1)!.input)
  })

  it('are held to results that were stated earlier in the conversation', async () => {
    const history = [{ role: 'user' as const, text: QUESTION }]
    const background = { instructions: null, history, documents: [] }
    const query = 'Now without a loop, please.'
    const { codeRun } = await run({ ada: SORTS, bob: ALSO }, { query, background }).result
    expect(codeRun!.inputs[0]).toMatchObject({ input: 'mid([3, 1, 2])', expected: '2' })
  })

  it('give what the question states where it is printed', async () => {
    const prints = fenced('function greet(name) { console.log("Hello " + name + "!") }')
    const query = 'Write a JavaScript function greet(name) that prints: greet("Ada") prints “Hello Ada!”.'
    const inputs = [
      { input: 'greet("Ada")', expected: '"Hello Ada!"' },
      { input: 'greet("Hello")', expected: '' },
    ]
    const also = fenced('const greet = (name) => console.log(["Hello", name].join(" ") + "!")')
    const asked = run(
      { ada: prints, bob: also, cleo: fenced('const greet = () => console.log("Hello Ada!")') },
      { query, reads: lists(inputs, { called: 'greet' }) },
    )
    const { codeRun, reviews } = await asked.result
    expect(codeRun!.behaviours).toEqual([
      { models: ['ada', 'bob'], passed: 1 },
      { models: ['cleo'], passed: 1 },
    ])
    expect(codeRun!.inputs[1]!.outcomes).toEqual(['prints "Hello Hello!"', 'prints "Hello Ada!"'])
    expect(reviews).toBeUndefined()
  })

  it('are held to no result that the question does not contain', async () => {
    const invented = INPUTS.map((one) => ({ ...one, expected: '41' }))
    const { codeRun } = await run({ ada: SORTS, bob: ALSO }, { reads: lists(invented) }).result
    expect(codeRun!.inputs.map(({ expected }) => expected)).toEqual([null, null, null])
  })

  it.each([
    [
      'in a language that is not run',
      fenced('func mid() {}', 'go'),
      'Drafts in go are not run, so they were only reviewed.',
    ],
    [
      'in a language that is off',
      fenced('def mid(): pass', 'python'),
      'It is off, so the drafts were only reviewed.',
    ],
  ])('are reviewed as other drafts, and the result says why: %s', async (_, draft, warning) => {
    const whyNot = () => 'It is off.'
    const asked = run(
      { ada: draft, bob: `${draft}\n`, cleo: draft.replace('mid', 'middle') },
      { ports: { programs: { ...sandbox, whyNot } } },
    )
    const { warnings, codeRun, confidenceKind } = await asked.result
    expect(warnings).toContain(warning)
    expect({ codeRun, confidenceKind }).toEqual({ codeRun: undefined, confidenceKind: 'accepted' })
    expect(phasesOf(asked)).toContain('review')
  })

  it('are only reviewed where a reader says that nobody’s can be run', async () => {
    const { warnings, reviews } = await run(
      { ada: SORTS, bob: HASTY },
      { reads: lists([], { language: 'other' }) },
    ).result
    expect(warnings).toContain(
      'A model says that the drafts cannot be run by themselves, so they were only reviewed.',
    )
    expect(reviews).toBeDefined()
  })

  it('are only reviewed where the sandbox fails', async () => {
    const broken = { ...sandbox, run: () => Promise.reject(new Error('gone')) }
    const { warnings, reviews } = await run({ ada: SORTS, bob: HASTY }, { ports: { programs: broken } })
      .result
    expect(warnings).toContain('The drafts could not be run, because the sandbox failed.')
    expect(reviews).toBeDefined()
  })

  it('end with the drafts where the time is up while they run', async () => {
    const late = new AbortController()
    const slow: typeof sandbox.run = async (...asked) => {
      late.abort()
      return sandbox.run(...asked)
    }
    const { ending, answer, warnings } = await run(
      { ada: SORTS, bob: HASTY },
      { deadline: late.signal, ports: { programs: { ...sandbox, run: slow } } },
    ).result
    expect(ending).toBe('deadline')
    expect([SORTS, HASTY]).toContain(answer)
    expect(warnings.join()).not.toContain('sandbox')
  })

  it.each(['```json\n{"a": [1, 2]}\n```', '{"a": [1, 2],\n"b": 3}', '```html\n<p>Hello</p>\n```'])(
    'need no reading and no excuse where nothing is to be run: %s',
    async (text) => {
      const asked = run({ ada: text, bob: text.replace('1', '7').replace('Hello', 'Bye') })
      const { warnings } = await asked.result
      expect(phasesOf(asked)).not.toContain('reading')
      expect(warnings.join()).not.toMatch(/run/)
    },
  )

  it('cost no reading where they are no programs', async () => {
    const asked = run({ ada: 'A letter to the bank.', bob: 'Another letter to the bank.' })
    await asked.result
    expect(phasesOf(asked)).not.toContain('reading')
  })

  it('go on after an interruption with what they did', async () => {
    const { checkpoints, result } = run(
      { ada: SORTS, bob: HASTY, cleo: UNSORTED },
      { reads: lists(INPUTS.slice(1)) },
    )
    const whole = await result
    const stored = JSON.parse(JSON.stringify(checkpoints[0]))
    const resumed = run({ ada: SORTS, bob: HASTY, cleo: UNSORTED }, { checkpoint: stored })
    expect((await resumed.result).codeRun).toEqual(whole.codeRun)
    expect(phasesOf(resumed)).not.toContain('reading')
  })
})

describe('two cheap models', () => {
  const first = { models: [], enough: 0.6, ofAnyKind: false }
  const stages = async (cheap: string) => {
    const drafters = { ada: { draft: SORTS }, bob: { draft: cheap }, cleo: { draft: SORTS } }
    const models = ['ada', 'bob', 'cleo'].map((name) => ({
      provider: 'openrouter',
      name,
      model: `test/${name}`,
      temperature: 0,
    }))
    const asked = run(drafters, { models, first: { ...first, models: models.slice(0, 2) } })
    return { asked, result: await asked.result }
  }

  it('are enough where their programs do the same', async () => {
    const { asked, result } = await stages(ALSO)
    expect(asked.calls.filter(({ seat }) => seat.name === 'cleo')).toEqual([])
    expect(result.usage.stages).toMatchObject([{ accepted: true, reason: 'enough' }])
  })

  it('are not where these differ', async () => {
    const { asked, result } = await stages(HASTY)
    expect(asked.calls.filter(({ seat }) => seat.name === 'cleo').length).toBeGreaterThan(0)
    const readings = asked.calls.filter(({ brief }) => 'task' in brief && brief.task === 'list-inputs')
    expect(readings, 'what to try is asked once').toHaveLength(1)
    expect(result.usage.stages![0]).toMatchObject({ accepted: false, reason: 'disagreement' })
  })
})
