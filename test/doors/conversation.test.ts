import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EdgeConsensusResponse } from '../../src/contract/edge-consensus.ts'
import { ConsensusResponse } from '../../src/contract/local-consensus.ts'
import { askedFor, asText, replyAs } from '../support/panel-replies.ts'
import {
  type ReceivedCall,
  type ScriptedProvider,
  settingsFor,
  startScriptedProvider,
} from '../support/scripted-provider.ts'
import { openService, post, type TestService } from '../support/service.ts'
import { createTask, finishedTask } from '../support/tasks.ts'
import { replyOnTexts } from '../support/text-replies.ts'

const MODELS = ['ada', 'bob', 'cleo']
const BACKGROUND = {
  messages: [
    { role: 'system', content: 'You are a harbour pilot.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'I sail to' },
        { type: 'text', text: 'Saint-Malo.' },
      ],
    },
    { role: 'assistant', content: 'Mind the range.' },
    { role: 'developer', content: 'Speak like a sailor.' },
  ],
  context: [
    { title: 'Pilot book', text: 'The mean spring range at Saint-Malo is 10.7 metres.' },
    { title: 'Log of the Zephyr', text: 'We grounded at low water.' },
  ],
}
const RANGE = 'At Saint-Malo the range is 10.7 metres.'
const MOON = 'The Moon pulls the water.'

let server: ScriptedProvider
let service: TestService
beforeAll(async () => {
  server = await startScriptedProvider(reply)
  service = await openService({ ...settingsFor(server), MODEL_RETRIES: '0' })
})
afterAll(async () => {
  await service.stop()
  await server.close()
})

/** What the models say, by what they are asked and by their name. */
function reply(call: ReceivedCall): unknown {
  const { prompt, model } = call
  if (prompt.includes('Review the drafts of the others')) return reviewOf(prompt)
  if (prompt.includes('Write its final version')) return 'Ahoy, a better verse'
  if (prompt.includes('Two versions of the same work'))
    return { better: 'equal', verdict: 'accept', defect: '' }
  const said = replyOnTexts(
    {
      rules: (point) =>
        model !== 'cleo' && point.includes('wind')
          ? { verdict: 'false', why: 'The Moon does.' }
          : { verdict: 'true' },
      writes: (mark) => `Ahoy! ${MOON} ${RANGE} ${mark(1, 2)}`,
      objects: [{ quote: 'Ahoy!', problem: 'form', why: 'Nobody is greeted.' }],
    },
    call,
  )
  if (said !== null) return said
  if (prompt.includes('The kind is settled: draft')) return asText(`A verse by ${model}`, 'draft')
  if (prompt.includes('The kind is settled: open'))
    return asText(model === 'cleo' ? 'Only the wind makes tides.' : `${MOON} ${RANGE}`, 'open')
  const answer = model === 'cleo' ? '12 metres' : '10.7 metres'
  return replyAs({ answer, text: `Aye: ${answer} it is.`, yieldsTo: '10.7 metres' }, call)
}

const labelsIn = (prompt: string, tag: string) =>
  [...prompt.matchAll(new RegExp(`<${tag}-\\w+ label="(\\w+)"`, 'g'))].map(([, label]) => label!)

function reviewOf(prompt: string) {
  const labels = labelsIn(prompt, 'draft')
  return {
    reviews: labels.map((draft) => ({ draft, verdict: 'reject', defect: 'It does not rhyme.' })),
    preference: labels.map((label) => [label]),
    improvements: ['Let it rhyme.'],
  }
}

/** Asks through one of the APIs; gives the result and the calls that were made for it. */
const DOORS = {
  async edge(query: string, more: object = {}) {
    const before = server.calls.length
    const response = await post(service.edge, '/consensus-iterative', {
      query,
      models: MODELS,
      ...BACKGROUND,
      ...more,
    })
    expect(response.status).toBe(200)
    const result = EdgeConsensusResponse.strict().parse(await response.json())
    return { result, calls: server.calls.slice(before) }
  },
  async local(query: string, more: object = {}) {
    const before = server.calls.length
    const models = MODELS.map((model) => ({ provider: 'openrouter', name: model, model }))
    const { id } = await createTask(service, { query, models, ...BACKGROUND, ...more })
    const { result } = await finishedTask(service, id)
    return { result: ConsensusResponse.strict().parse(result), calls: server.calls.slice(before) }
  },
}

/** The messages of a call as they were sent. */
function messagesOf({ body }: ReceivedCall): Array<{ role: string; content: string }> {
  return (body.messages as Array<{ role: string; content: string | Array<{ text: string }> }>).map(
    ({ role, content }) => ({
      role,
      content: typeof content === 'string' ? content : content.map(({ text }) => text).join(),
    }),
  )
}

/** The documents as they are shown, in tags with a marker. */
const shownDocuments = (marker: string) =>
  BACKGROUND.context.map(
    ({ title, text }, place) =>
      `<document-${marker} label="DOC${place + 1}">\n<title-${marker}>${title}</title-${marker}>\n<content-${marker}>${text}</content-${marker}>\n</document-${marker}>`,
  )

describe.each(Object.entries(DOORS))('what a question comes with, on the %s API', (door, ask) => {
  it('reaches every seat as the conversation it was, with the question last and word for word', async () => {
    const query = `What is the mean spring range here, ${door}?`
    const { calls } = await ask(query, { kind: 'closed', max_iterations: 1 })
    const replies = calls.filter(({ prompt }) => askedFor(prompt) === 'reply')
    expect(replies).toHaveLength(MODELS.length)
    for (const call of replies) {
      const [system, ...said] = messagesOf(call)
      expect(system!.content).toContain(
        'Instructions of the application that asks:\nYou are a harbour pilot.\n\nSpeak like a sailor.',
      )
      expect(said.slice(0, -1)).toEqual([
        { role: 'user', content: 'I sail to\n\nSaint-Malo.' },
        { role: 'assistant', content: 'Mind the range.' },
      ])
      const { role, content } = said.at(-1)!
      const marker = /<document-(\w{8}) /.exec(content)![1]!
      expect(role).toBe('user')
      expect(content.startsWith(`${shownDocuments(marker).join('\n\n')}\n\n`)).toBe(true)
      expect(content.endsWith(`\n\n${query}`)).toBe(true)
    }
  })

  it.each([
    ['closed', 'What is the mean spring range?', ['"groups": lists of labels', 'every answer on the table']],
    [
      'open',
      'Explain the tides there.',
      [
        '"points": at most 12',
        'These are the points of their replies',
        'disagree on the points below',
        'You write the reply',
        '"findings": one object',
        'Mend each passage',
      ],
    ],
    ['draft', 'Write a verse on it.', ['Review the drafts', 'Write its final', 'Two versions']],
  ])('reaches every reader, judge and writer of a question that is %s', async (kind, query, phases) => {
    const { calls, result } = await ask(`${query} ${door}`, { kind })
    expect(result.kind).toBe(kind)
    const later = calls.filter(({ prompt }) => askedFor(prompt) !== 'reply')
    for (const phase of phases)
      expect(later.filter(({ prompt }) => prompt.includes(phase)).length, phase).toBeGreaterThan(0)
    for (const call of later) {
      const user = messagesOf(call).at(-1)!.content
      const marker = /<question-(\w{8})>/.exec(user)![1]!
      expect(user).toContain(
        [
          `<instructions-${marker}>You are a harbour pilot.\n\nSpeak like a sailor.</instructions-${marker}>`,
          `<turn-${marker} role="user">I sail to\n\nSaint-Malo.</turn-${marker}>`,
          `<turn-${marker} role="assistant">Mind the range.</turn-${marker}>`,
          ...shownDocuments(marker),
          `<question-${marker}>${query} ${door}</question-${marker}>`,
        ].join('\n\n'),
      )
    }
  })

  it('is what the text of a writer may rest on', async () => {
    const { result } = await ask(`Tell me about the tides there, ${door}.`, { kind: 'open' })
    expect(result.final_answer).toBe(`Ahoy! ${MOON} ${RANGE}`)
    expect(result.citations).toMatchObject([{ claims: [0, 1] }])
    expect(result.warnings.join()).toMatch(/The checker objects to “Ahoy!.*, and the writer kept it/s)
  })

  it('can refute an answer, and the reply of a model is delivered in its own words', async () => {
    const { result } = await ask(`What is the spring range, ${door}?`, { kind: 'closed' })
    expect(result).toMatchObject({
      consensus_reached: true,
      answer: '10.7 metres',
      final_answer: 'Aye: 10.7 metres it is.',
    })
  })
})

describe('a result that depends on a conversation', () => {
  const query = 'What is the range at springs in metres?'
  const ask = async (body: object) => {
    const { result } = await DOORS.edge(query, { kind: 'closed', ...body })
    return result
  }
  const check = async (asked: string) => (await post(service.edge, '/cache/check', { query: asked })).json()

  it('is served to the same conversation only, however the question is worded', async () => {
    const first = await ask({})
    expect(first.cache_hit).toBe(false)
    expect((await ask({})).id).toBe(first.id)
    expect((await ask({ query: 'what is the range at springs, in metres' })).id).toBe(first.id)
    for (const other of [
      { messages: undefined, context: undefined },
      { messages: BACKGROUND.messages.slice(0, 3) },
      { messages: undefined },
      { context: BACKGROUND.context.slice(0, 1) },
      { context: BACKGROUND.context.toReversed() },
    ])
      expect(await ask(other)).toMatchObject({ cache_hit: false })
  })

  it('is never what a check without a conversation finds', async () => {
    const asked = 'How high does the water rise in that harbour?'
    const { result } = await DOORS.edge(asked, { kind: 'closed' })
    expect(await check(asked)).toEqual({ hit: false })
    expect(await check(asked.toUpperCase())).toEqual({ hit: false })
    const alone = await DOORS.edge(asked, { kind: 'closed', messages: undefined, context: undefined })
    expect(await check(asked)).toMatchObject({ hit: true, result_id: alone.result.id })
    expect(alone.result.id).not.toBe(result.id)
  })
})
