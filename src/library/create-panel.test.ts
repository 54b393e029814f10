import { afterAll, describe, expect, it } from 'vitest'
import { inBlock } from '../../test/support/engine/scripted-panel.ts'
import { replyAs } from '../../test/support/panel-replies.ts'
import { EdgeConsensusResponse } from '../contract/edge-consensus.ts'
import { type DeliberationEvent, ModelFailure } from '../engine/index.ts'
import type { AskModel, ModelCall } from './ask-model.ts'
import { createPanel, type Panel, type PanelOptions } from './create-panel.ts'

const opened: Panel[] = []
afterAll(() => Promise.all(opened.map((panel) => panel.close())))

/** A reply to a closed question. */
const reply = (answer: string) => inBlock(answer)

/** Models of which the first gives another answer than the rest. */
const differing: AskModel = ({ model, messages }) => {
  const prompt = messages.map(({ content }) => content).join('\n')
  return { text: replyAs(model === 'one' ? '41' : '42', { prompt }), costUsd: 0.1 }
}

/** A panel of three models without axioms, unless the test says otherwise. */
async function panelOf(options: Partial<PanelOptions> = {}): Promise<Panel> {
  const models = ['one', 'two', 'three']
  const panel = await createPanel({ models, askModel: () => reply('42'), axioms: [], ...options })
  opened.push(panel)
  return panel
}

let shared: Promise<Panel> | null = null
let askShared: AskModel
/** The same for tests that differ only in what the models say: opening it takes longer than they do. */
function panelThatSays(askModel: AskModel = () => reply('42')): Promise<Panel> {
  askShared = askModel
  shared ??= panelOf({ askModel: (call) => askShared(call) })
  return shared
}

const QUESTION = 'What is 17 + 25?'
const AXIOM = {
  id: 'math-0001',
  axiom: 'Seventeen and twenty-five make 42: 17 + 25 = 42.',
  level: 1,
  domain: 'arithmetic',
  description: 'The sum of 17 and 25.',
}

describe('a panel of own models', () => {
  it('returns what the service returns, with the usage that the replies report', async () => {
    const askModel = () => ({ text: reply('42'), promptTokens: 100, completionTokens: 10, costUsd: 0.5 })
    const result = await (await panelThatSays(askModel)).ask(QUESTION)
    EdgeConsensusResponse.strict().parse(result)
    expect(result).toMatchObject({
      consensus_reached: true,
      answer: '42',
      query: QUESTION,
      models: ['one', 'two', 'three'],
      structure: 'sonata',
      router: 'caller',
      warnings: [],
    })
    const { calls } = result.usage
    expect(calls).toBeGreaterThanOrEqual(3)
    expect(result.usage).toMatchObject({
      prompt_tokens: 100 * calls,
      completion_tokens: 10 * calls,
      cost_usd: calls / 2,
    })
  })

  it('shows its models the messages and documents that a question comes with', async () => {
    const prompts: string[] = []
    const askModel: AskModel = ({ messages }) => {
      prompts.push(messages.map(({ content }) => content).join('\n'))
      return reply('42')
    }
    const panel = await panelThatSays(askModel)
    await panel.ask({
      query: 'And their sum?',
      kind: 'closed',
      messages: [
        { role: 'system', content: 'You are a clerk.' },
        { role: 'user', content: [{ type: 'text', text: 'Take 17 and 25.' }] },
      ],
      context: [{ title: 'Ledger', text: 'All entries are in crowns.' }],
    })
    for (const words of ['You are a clerk.', 'Take 17 and 25.', 'Ledger', 'All entries are in crowns.'])
      expect(
        prompts.every((prompt) => prompt.includes(words)),
        words,
      ).toBe(true)
    await expect(panel.ask({ query: 'Why?', context: [{ title: '', text: 'x' }] })).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  it('takes the options of a request, other models among them', async () => {
    const asked = new Set<string>()
    const askModel: AskModel = ({ model }) => {
      asked.add(model)
      return reply('42')
    }
    const models = ['four', 'five', 'six', 'seven']
    const result = await (await panelThatSays(askModel)).ask({
      query: QUESTION,
      models,
      kind: 'closed',
      max_iterations: 1,
    })
    expect(result).toMatchObject({ models, structure: 'fugue', iterations: 1, kind: 'closed' })
    expect([...asked].sort()).toEqual([...models].sort())
  })

  it('asks with messages, and with a schema only where fields are wanted', async () => {
    const calls: ModelCall[] = []
    const panel = await panelOf({
      askModel(call) {
        calls.push(call)
        return differing(call)
      },
    })
    await panel.ask({ query: QUESTION, max_iterations: 1 })
    const [first] = calls
    expect(first!.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(first!.messages[1]!.content).toBe(QUESTION)
    expect(first).toMatchObject({ schema: null, maxTokens: expect.any(Number) })
    expect(first).not.toHaveProperty('reasoningEffort')
    expect(calls[3]!.reasoningEffort).toBe('low')
    expect(calls[3]!.schema).toMatchObject({ type: 'object', required: ['answers', 'groups', 'compatible'] })
  })

  it('says how hard the models are to think before they write, the writer from outside as well', async () => {
    const efforts: Array<[model: string, effort: string | undefined]> = []
    const panel = await panelOf({
      askModel(call) {
        if (call.schema === null) efforts.push([call.model, call.reasoningEffort])
        return differing(call)
      },
    })
    const options = { kind: 'open', writer: 'outside', reasoning_effort: 'xhigh', effort: 'low' } as const
    await panel.ask({ query: QUESTION, ...options })
    expect(efforts.map(([, effort]) => effort)).toEqual(efforts.map(() => 'xhigh'))
    expect(efforts.map(([model]) => model)).toContain('outside')
  })

  it('goes on without a model that does not reply, even if its function ignores the signal', async () => {
    const askModel: AskModel = ({ model }) =>
      model === 'three' ? new Promise<string>(() => {}) : reply('42')
    const panel = await panelThatSays(askModel)
    const result = await panel.ask({ query: QUESTION, patience: 0.001 })
    expect(result).toMatchObject({ answer: '42', unheard: ['three'], consensus_reached: false })
  })

  it('lets the chosen model read which answers are the same', async () => {
    const readers: string[] = []
    const panel = await panelOf({
      askModel(call) {
        if (call.schema !== null) readers.push(call.model)
        return differing(call)
      },
    })
    const { usage } = await panel.ask({ query: QUESTION, reader: 'small', max_iterations: 1 })
    expect(readers).toEqual(['small'])
    expect(usage.phases).toContainEqual(expect.objectContaining({ phase: 'reading', calls: 1 }))
    await expect(panel.ask({ query: QUESTION, reader: ' ' })).rejects.toMatchObject({
      code: 'bad_request',
      message: 'reader must not be blank.',
    })
  })

  it('may be as large as a panel can be, without a warning of Node', async () => {
    const warnings: Error[] = []
    const note = (warning: Error) => warnings.push(warning)
    process.on('warning', note)
    const models = Array.from({ length: 16 }, (_, place) => `model-${place}`)
    const askModel: AskModel = ({ signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {})
        setImmediate(resolve, reply('42'))
      })
    const panel = await panelOf({ models, askModel })
    expect((await panel.ask({ query: QUESTION, max_iterations: 1 })).answer).toBe('42')
    // A warning is emitted in the next turn.
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  it('reports each iteration as it goes', async () => {
    const events: DeliberationEvent[] = []
    const panel = await panelThatSays()
    await panel.ask({ query: QUESTION, max_iterations: 1 }, { onEvent: (event) => events.push(event) })
    expect(events.map(({ type }) => type)).toEqual([
      'panel-start',
      'iteration-start',
      ...Array(3).fill('answer-received'),
      'kind-decided',
      'iteration-end',
      'text-accepted',
    ])
  })

  it('counts a model that fails, or returns no reply, as one that abstains for a reason', async () => {
    const codes: Array<string | undefined> = []
    const failing: Record<string, () => never> = {
      one: () => {
        throw new Error('no such host')
      },
      two: () => {
        throw new ModelFailure('rate_limited', 'slow down')
      },
      three: () => ({ content: '42' }) as never,
    }
    const models = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
    const panel = await panelOf({ models, askModel: ({ model }) => failing[model]?.() ?? reply('42') })
    await panel.ask(
      { query: QUESTION, max_iterations: 1 },
      {
        onEvent(event) {
          if (event.type !== 'iteration-end') return
          for (const name of ['one', 'two', 'three'])
            codes.push(event.entry.responses.find((response) => response.name === name)?.error?.code)
        },
      },
    )
    expect(codes).toEqual(['failed', 'rate_limited', 'malformed_reply'])
  })

  it('warns about fields that it does not know, and refuses values out of range', async () => {
    const panel = await panelThatSays()
    const misspelt = { query: QUESTION, max_iteration: 1 }
    expect((await panel.ask(misspelt)).warnings).toEqual([
      expect.stringContaining('`max_iteration` is not a field'),
    ])
    await expect(panel.ask({ query: ' ' })).rejects.toMatchObject({
      code: 'bad_request',
      message: 'query must not be blank.',
    })
  })

  it('may have a single model, if that is asked several times', async () => {
    const panel = await panelOf({ models: ['one'], askModel: () => inBlock('42') })
    await expect(panel.ask(QUESTION)).rejects.toMatchObject({
      code: 'bad_request',
      message: 'models must have at least 2 entries, or 1 with samples of 2 or more.',
    })
    const { answer, usage, confidence_basis } = await panel.ask({ query: QUESTION, samples: 3 })
    expect([answer, usage.calls]).toEqual(['42', 3])
    expect(confidence_basis).toMatch(/^Three of three replies give this answer\./)
  })
})

describe('the budget of a question', () => {
  it('ends it with the best answer so far', async () => {
    const panel = await panelThatSays(differing)
    const { ending, answer, usage } = await panel.ask({ query: QUESTION, max_calls: 3 })
    expect({ ending, answer, calls: usage.calls }).toEqual({ ending: 'budget', answer: '42', calls: 3 })
  })

  it.each([
    [{ max_calls: 2 }, 'max_calls must be at least 3'],
    [{ max_cost_usd: 1 }, 'give max_calls as well'],
    // The type refuses it too; nothing must be paid for by those who use none.
    [{ dry_run: true as unknown as false }, 'dry_run is not offered here'],
  ])('is refused, and nobody is asked: %o', async (budget, message) => {
    let asked = 0
    const panel = await panelThatSays(() => reply(String(++asked)))
    await expect(panel.ask({ query: QUESTION, ...budget })).rejects.toThrow(message)
    expect(asked).toBe(0)
  })
})

describe('a question that takes too long', () => {
  const askModel = () => new Promise<string>(() => {})

  it('ends when its signal aborts, even if the models never answer', async () => {
    const panel = await panelThatSays(askModel)
    const leaving = new AbortController()
    const asked = panel.ask(QUESTION, { signal: leaving.signal, onEvent: () => leaving.abort() })
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('ends when its time is up', async () => {
    const panel = await panelOf({ askModel, timeLimitMs: 1 })
    await expect(panel.ask(QUESTION)).rejects.toMatchObject({ code: 'deadline_exceeded' })
  })

  it('ends when the panel is closed, which then answers nothing more', async () => {
    const panel = await panelOf({ askModel })
    const asked = panel.ask(QUESTION, { onEvent: () => void panel.close() })
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
    await expect(panel.ask(QUESTION)).rejects.toMatchObject({ code: 'cancelled' })
  })
})

describe('the parts of a panel', () => {
  it('are the axioms of the package, if it is given none', async () => {
    const panel = await panelOf({ axioms: undefined, askModel: differing })
    const { relevant_axioms } = await panel.ask('What is the speed of light in a vacuum?')
    expect(relevant_axioms[0]).toMatchObject({
      axiom: expect.stringContaining('299 792 458'),
      source: 'builtin',
    })
  })

  it('may be own axioms with an own embedder', async () => {
    const embedded: string[] = []
    const embed = async (texts: string[]) => {
      embedded.push(...texts)
      return texts.map(() => [1, ...Array(767).fill(0)])
    }
    const panel = await panelOf({ axioms: [AXIOM], embed })
    const { relevant_axioms } = await panel.ask('What is the sum of 17 and 25?')
    expect(relevant_axioms.map(({ id, source }) => [id, source])).toEqual([[AXIOM.id, 'own']])
    expect(embedded).toContain(AXIOM.axiom)
    expect(embedded).toContain('What is the sum of 17 and 25?')
  })

  it('may be axioms with ids of any prefix, and of no other form', async () => {
    const ask = async (id: string) => {
      const panel = await panelOf({ axioms: [{ ...AXIOM, id }] })
      return (await panel.ask('What is the sum of 17 and 25?')).relevant_axioms.map((axiom) => axiom.id)
    }
    expect(await ask('acme-sums-of-17')).toEqual(['acme-sums-of-17'])
    await expect(ask('Acme 17')).rejects.toThrow('0.id: an axiom id looks like math-0001 or acme-leave-12')
  })

  it.each([
    ['too few numbers', async (texts: string[]) => texts.map(() => [1]), /1 dimensions/],
    ['too few vectors', async () => [], /0 vectors for 2 texts/],
  ])('are refused if the embedder returns %s', async (_, embed, message) => {
    await expect(panelOf({ axioms: [AXIOM], embed })).rejects.toThrow(message)
  })

  it('come from the folder that is passed in, and nowhere else', async () => {
    await expect(panelOf({ assets: '/nowhere' })).rejects.toThrow('/nowhere/')
    // Afterwards, so that a file that was still being read would fail the run with an unhandled rejection.
    const own = new URL('../../', import.meta.url)
    expect((await (await panelOf({ assets: own })).ask(QUESTION)).answer).toBe('42')
  })
})
