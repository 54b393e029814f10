import { afterEach, describe, expect, it } from 'vitest'
import { DOORS, type Door, KEY, KEYS } from '../support/doors.ts'
import { fakeProvider, REAL_ROUTER } from '../support/fake-provider.ts'
import { askedFor, replyAs } from '../support/panel-replies.ts'
import { openService, post, type TestService } from '../support/service.ts'

const PANEL = ['vendor/a', 'other/b']
/** Two answers of which nobody can be certain without reading that they are the same. */
const ANSWERS: Record<string, string> = { 'vendor/a': '404', 'other/b': '404 Not Found' }

let service: TestService
let provider: ReturnType<typeof fakeProvider>
afterEach(async () => {
  await service.stop()
  provider.restore()
})

async function open(environment: Record<string, string> = {}) {
  service = await openService({ ...REAL_ROUTER, ...KEYS, ...environment })
  provider = fakeProvider((call) => {
    const answer = ANSWERS[call.model] ?? 'no seat'
    return replyAs({ answer, meaning: (one) => one.slice(0, 3) }, call)
  })
}

/** What a door says of the answer to a question with such options. */
async function ask(door: Door, options: object = {}) {
  const request = door.request({ models: door.panel(PANEL), ...options })
  const response = await post(service[door.api], door.path, request, { ...KEY, ...door.headers })
  return door.deliberationIn(response, service)
}
const readers = () =>
  provider.calls.filter(({ prompt }) => askedFor(prompt) === 'groups').map(({ model }) => model)

describe.each(Object.entries(DOORS))('%s', (_, door) => {
  it('lets the model that the request names read which answers are the same', async () => {
    await open({ READER_MODEL: 'vendor/small' })
    const { outcome, usage, confidence_kind, confidence_basis, warnings } = await ask(door, {
      reader: 'vendor/other',
    })
    expect(readers()).toEqual(['vendor/other'])
    expect({ outcome, confidence_kind, warnings }).toEqual({
      outcome: 'consensus',
      confidence_kind: 'right',
      warnings: [],
    })
    expect(confidence_basis).toMatch(/^Both models gave this answer independently\./)
    expect(usage.phases).toMatchObject([
      { phase: 'exposition', iteration: 1, calls: 2 },
      { phase: 'reading', iteration: 1, calls: 1 },
    ])
  })
})

describe('a panel whose request names no reader', () => {
  const [edge, local] = [DOORS['POST /consensus-iterative']!, DOORS['POST /consensus/sync']!]

  it.each([edge, local])('has that of the server: $path', async (door) => {
    await open({ READER_MODEL: 'vendor/small' })
    expect((await ask(door)).outcome).toBe('consensus')
    expect(readers()).toEqual(['vendor/small'])
  })

  it('has one of its own where the server names none either', async () => {
    await open()
    expect((await ask(edge)).outcome).toBe('consensus')
    expect(readers()).toHaveLength(1)
    expect(PANEL).toContain(readers()[0])
  })

  it('is not served what another reader made of it, and keeps its own result', async () => {
    await open({ READER_MODEL: 'vendor/small' })
    await ask(edge)
    await ask(edge, { reader: 'vendor/small' })
    expect(readers(), 'the same reader, whoever names it').toEqual(['vendor/small'])
    await ask(edge, { reader: 'vendor/other' })
    expect(readers()).toEqual(['vendor/small', 'vendor/other'])
  })

  it('keeps uncertain answers apart where nobody can read them, and says so', async () => {
    await open()
    provider.restore()
    provider = fakeProvider((call) =>
      askedFor(call.prompt) === 'groups' ? 'I cannot tell.' : replyAs(ANSWERS[call.model]!, call),
    )
    const { outcome, warnings, usage } = await ask(edge, { max_iterations: 1 })
    expect(outcome).toBe('split')
    expect(warnings.join()).toContain('No model could read which answers are the same')
    const read = usage.phases!.filter(({ phase }) => phase === 'reading')
    expect(read.reduce((sum, { calls }) => sum + calls, 0)).toBe(2)
  })
})

describe('answers that every model calls right', () => {
  it.each(Object.entries(DOORS).filter(([name]) => name !== 'POST /consensus of the edge API'))(
    'are alternatives to the one that is delivered: %s',
    async (_, door) => {
      await open()
      provider.restore()
      const birds: Record<string, string> = { 'vendor/a': 'emu', 'other/b': 'kiwi' }
      provider = fakeProvider((call) => replyAs({ answer: birds[call.model]!, verdict: 'right' }, call))
      const { answer, alternatives, outcome, dissent } = await ask(door)
      expect({ outcome, dissent }).toEqual({ outcome: 'consensus', dissent: [] })
      const [other] = Object.entries(birds).filter(([, bird]) => bird !== answer)
      expect(alternatives).toEqual([{ answer: other![1], models: [other![0]] }])
    },
  )
})
