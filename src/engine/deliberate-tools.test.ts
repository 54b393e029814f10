import { describe, expect, it } from 'vitest'
import {
  type Line,
  type Reader,
  readsAs,
  revisionOf,
  runScripted,
  type Script,
} from '../../test/support/engine/scripted-panel.ts'
import type { OfferedTools, ToolStep } from './panel/asked.ts'
import type { BriefNamed } from './panel/brief.ts'
import type { ModelCall } from './panel/model-port.ts'

const WEATHER = {
  name: 'weather',
  description: 'The weather in a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['C', 'F'], default: 'C' } },
    required: ['city'],
  },
}
const MAIL = { name: 'mail', parameters: { type: 'object', properties: { to: { type: 'string' } } } }

const stepWith = (offered: Partial<OfferedTools> = {}): ToolStep => ({
  messages: [
    { role: 'system', content: 'You help.' },
    { role: 'user', content: 'How warm is it in Rome?' },
  ],
  offered: { tools: [WEATHER, MAIL], choice: 'auto', isParallel: true, ...offered },
})

const calling = (city: string, more: object = {}): Line => ({
  calls: [{ name: 'weather', arguments: JSON.stringify({ ...more, city }) }],
})

const ANY_JSON = {
  problemsOf(text: string): string[] {
    try {
      JSON.parse(text)
      return []
    } catch {
      return ['Not JSON']
    }
  },
}

interface StepOptions {
  offered?: Partial<OfferedTools>
  reads?: Reader
  maxIterations?: number
  format?: typeof ANY_JSON
}

/** Lets a panel take a step; one iteration unless told otherwise. */
function step(scripts: Record<string, Script>, { offered, maxIterations = 1, ...options }: StepOptions = {}) {
  const query = 'How warm is it in Rome?'
  return runScripted(scripts, { query, kind: null, step: stepWith(offered), maxIterations, ...options })
}

const readings = (calls: ModelCall[]) => calls.filter(({ brief }) => brief.phase === 'reading')

describe('a step of a conversation with tools', () => {
  it('goes to every seat as it is, with the tools, and to nobody else where the calls are equal', async () => {
    const { result, calls } = step({
      ada: calling('Rome'),
      bob: calling('Rome', { unit: 'C' }),
      cleo: { calls: [{ name: 'weather', arguments: '{ "city" : "Rome" }' }], text: 'I look it up.' },
    })
    const { kind, outcome, toolCalls, confidenceBasis, finalDivergence, shortAnswer } = await result
    expect(calls).toHaveLength(3)
    expect(calls.map(({ messages }) => messages)).toEqual(calls.map(() => stepWith().messages))
    expect({ kind, outcome, finalDivergence }).toEqual({
      kind: 'tools',
      outcome: 'consensus',
      finalDivergence: 0,
    })
    expect(toolCalls).toHaveLength(1)
    expect(JSON.parse(toolCalls![0]!.arguments)).toMatchObject({ city: 'Rome' })
    expect(shortAnswer).toBe('weather({"city":"Rome","unit":"C"})')
    expect(confidenceBasis).toBe('All three models made these calls independently.')
  })

  it.each([
    ['', '{"city":"Mallorca","city":"Rome"}'],
    [', with other escapes', '{"city":"Mallorca","c\\u0069ty":"Rome"}'],
    [', inside', '{"city":"Rome","of":[{"a":1,"a":2}]}'],
  ])(
    'cannot be arguments that name a key twice%s: what is delivered is what was compared',
    async (_, written) => {
      const twice: Line = { calls: [{ name: 'weather', arguments: written }] }
      const { result } = step({ ada: twice, bob: calling('Rome'), cleo: calling('Rome'), dan: twice })
      const { toolCalls, dissent } = await result
      expect(toolCalls!.map((call) => call.arguments)).toEqual([expect.stringMatching(/^\{"city":"Rome"\}$/)])
      expect(dissent.map(({ name }) => name)).toEqual(['ada', 'dan'])
      expect(JSON.stringify(dissent)).toContain('more than once in one object')
    },
  )

  it('is the leading call where they differ, after a reader has compared what is not equal', async () => {
    const { result, calls } = step(
      { ada: calling('Rome'), bob: calling('Roma'), cleo: calling('Paris') },
      {
        reads: readsAs((answer) => (answer.includes('Paris') ? 'paris' : 'rome')),
      },
    )
    const { outcome, toolCalls, dissent } = await result
    const [reading] = readings(calls)
    const brief = reading!.brief as BriefNamed<'group-answers'>
    expect(brief.replies.map(({ answer }) => answer).sort()).toEqual(
      ['Paris', 'Roma', 'Rome'].map((city) => `weather({"city":"${city}"})`),
    )
    expect(brief.step?.tools).toEqual([WEATHER])
    expect(outcome).toBe('majority')
    expect(JSON.parse(toolCalls![0]!.arguments).city).toMatch(/^Rom/)
    expect(dissent).toEqual([
      expect.objectContaining({ name: 'cleo', answer: 'weather({"city":"Paris","unit":"C"})' }),
    ])
  })

  it('asks for no second round, unless more iterations are wanted', async () => {
    const ruling = (call: ModelCall): Line => {
      const { answers } = revisionOf(call)
      const right = answers.find(({ answer }) => answer.includes('Rome'))!.label
      return {
        reasoning: 'The user said Rome.',
        rulings: answers.map(({ label }) => ({
          label,
          verdict: label === right ? 'right' : 'wrong',
          why: 'no',
        })),
        answer: right,
        changed_because: 'The user said Rome.',
      }
    }
    const seat =
      (line: Line): Script =>
      (call) =>
        call.brief.phase === 'exposition' ? line : ruling(call)
    const scripts = { ada: seat(calling('Paris')), bob: seat(calling('Rome')), cleo: seat(calling('Oslo')) }
    const once = await step(scripts).result
    expect(once).toMatchObject({ outcome: 'split', ending: 'exhausted' })
    const { result, calls } = step(scripts, { maxIterations: 3 })
    const twice = await result
    expect(twice.outcome).toBe('consensus')
    expect(twice.toolCalls!.map(({ arguments: input }) => JSON.parse(input))).toEqual([{ city: 'Rome' }])
    expect(calls.filter(({ brief }) => brief.phase === 'revision')).toHaveLength(3)
  })

  it('lets answers in words win over calls where more seats give the same', async () => {
    const ask = 'Which city do you mean?'
    const { result } = step(
      { ada: ask, bob: `${ask} There are two.`, cleo: calling('Rome') },
      {
        reads: readsAs((answer) => (answer.startsWith('Which') ? 'asks' : 'calls')),
      },
    )
    const { outcome, toolCalls, answer, shortAnswer } = await result
    expect({ outcome, toolCalls, shortAnswer }).toEqual({
      outcome: 'majority',
      toolCalls: undefined,
      shortAnswer: null,
    })
    expect(answer).toContain(ask)
  })

  it('never counts a call and an answer in words as the same, whatever a reader says', async () => {
    const { result } = step(
      { ada: 'weather({"city":"Rome"})', bob: calling('Rome') },
      { reads: readsAs(() => 'all one') },
    )
    const { outcome, warnings } = await result
    expect(outcome).toBe('split')
    expect(warnings.join()).toContain('No model could read which answers are the same')
  })

  it('needs no reader for answers in the same words, nor for JSON of the same value', async () => {
    const words = step({ ada: 'Which Rome?', bob: 'Which Rome? ' })
    expect(await words.result).toMatchObject({ outcome: 'consensus', shortAnswer: null })
    const json = step({ ada: '{"a":1,"b":2}', bob: '```json\n{"b":2,"a":1}\n```' }, { format: ANY_JSON })
    expect(await json.result).toMatchObject({
      outcome: 'consensus',
      answer: expect.stringContaining('"a":1'),
    })
    expect([...readings(words.calls), ...readings(json.calls)]).toEqual([])
    const unfit = step({ ada: 'no JSON', bob: 'none' }, { format: ANY_JSON })
    await expect(unfit.result).rejects.toThrow('invalid_reply: Not JSON.')
  })

  it('returns the calls of those who made them, even if somebody only wrote them down', async () => {
    const written = 'weather({"city":"Rome","unit":"C"})'
    const { result } = step({ ada: written, bob: calling('Rome'), cleo: written })
    expect((await result).toolCalls).toHaveLength(1)
  })

  it('takes parallel calls as a set', async () => {
    const [rome, oslo] = ['Rome', 'Oslo'].map((city) => ({
      name: 'weather',
      arguments: JSON.stringify({ city }),
    }))
    const { result } = step({ ada: { calls: [rome!, oslo!] }, bob: { calls: [oslo!, rome!] } })
    expect(await result).toMatchObject({ outcome: 'consensus', finalDivergence: 0 })
    const apart = step({ ada: { calls: [rome!, oslo!] }, bob: { calls: [rome!] } })
    expect(await apart.result).toMatchObject({ outcome: 'split' })
  })

  it('cannot be won by arguments that violate the schema, by unknown tools or by what is not JSON', async () => {
    const bad: Line[] = [
      { calls: [{ name: 'weather', arguments: '{"unit":"K"}' }] },
      { calls: [{ name: 'wether', arguments: '{"city":"Rome"}' }] },
      { calls: [{ name: 'weather', arguments: '{"city": Rome}' }] },
    ]
    const { result } = step({ ada: bad[0]!, bob: bad[1]!, cleo: bad[2]!, dan: calling('Rome') })
    const { toolCalls, outcome, entries } = await result
    expect(toolCalls!.map(({ name }) => name)).toEqual(['weather'])
    expect(outcome).toBe('split')
    const errors = entries[0]!.responses.map(({ error }) => error?.code ?? null).sort()
    expect(errors).toEqual(['invalid_reply', 'invalid_reply', 'invalid_reply', null])
  })

  it('never takes two long ids for the same because they are rounded alike', async () => {
    const mail = (id: string): Line => ({
      calls: [{ name: 'mail', arguments: `{"id": ${id}, "to": "x 12345678901234567890"}` }],
    })
    const apart = step({ ada: mail('1234567890123456789'), bob: mail('1234567890123456700') })
    expect(await apart.result).toMatchObject({ outcome: 'split' })
    const alike = step({ ada: mail('1234567890123456789'), bob: mail('1234567890123456789') })
    expect(await alike.result).toMatchObject({
      outcome: 'consensus',
      shortAnswer: 'mail({"id":1234567890123456789,"to":"x 12345678901234567890"})',
    })
  })

  it('counts a call after thoughts that do not end', async () => {
    const thinking: Line = {
      text: '<think>Rome it is',
      calls: [{ name: 'weather', arguments: '{"city":"Rome"}' }],
    }
    const { result } = step({ ada: thinking, bob: calling('Rome') })
    expect(await result).toMatchObject({ outcome: 'consensus' })
  })

  it('fails with the reasons where no reply can be used', async () => {
    const { result } = step({ ada: 'It is warm.', bob: 'I think so.' }, { offered: { choice: 'required' } })
    await expect(result).rejects.toMatchObject({
      code: 'upstream_error',
      message: expect.stringContaining('calls no tool although one is required'),
    })
  })

  it.each<[string, Partial<OfferedTools>, Line, string]>([
    ['no tool where one is required', { choice: 'required' }, 'Warm.', 'calls no tool'],
    ['another tool than the required one', { choice: { name: 'mail' } }, calling('Rome'), 'another tool'],
    ['a tool where none may be', { choice: 'none' }, calling('Rome'), 'none may be called'],
    [
      'several tools at once where one is allowed',
      { isParallel: false },
      { calls: [1, 2].map(() => ({ name: 'weather', arguments: '{"city":"Rome"}' })) },
      'several calls',
    ],
  ])('does not count a reply that calls %s', async (_, offered, line, reason) => {
    const { result } = step({ ada: line, bob: line }, { offered })
    await expect(result).rejects.toThrow(reason)
  })
})
