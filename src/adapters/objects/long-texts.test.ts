import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeWithWorkerd, startWorkerd, type Workerd } from '../../../test/support/objects/workerd.ts'
import { sampleReply, sampleResult, sampleSpiral, sampleTask } from '../../../test/support/samples.ts'
import { FIRST, insertTask, type TaskPorts } from '../../../test/support/task-ports.ts'
import type { PastQuestions, QuestionPairs } from '../../cache/past-questions.ts'
import type { Exchange, ResponseStore } from '../../http/edge/responses/response-store.ts'
import { changeTask } from '../../tasks/task-machine.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const LONG = '長い'.repeat(400_000)

describeWithWorkerd('texts that are too long for a row of an object', () => {
  let workerd: Workerd
  beforeAll(async () => {
    workerd = await startWorkerd()
  })
  afterAll(() => workerd?.stop())

  async function open() {
    const object = await workerd.open()
    const tasks = {
      store: object.store('tasks.store'),
      progress: object.store('tasks.progress'),
      leases: object.store('tasks.leases'),
    } as Pick<TaskPorts, 'store' | 'progress' | 'leases'>
    const past = object.store<PastQuestions>(`past ${await object.call('openPast', 'sample')}`)
    const responses = object.store<ResponseStore>('responses')
    /** How many long texts there are, and of how many of them there are parts. */
    const held = async () => {
      const [row] = await object.rows(
        `SELECT (SELECT count(*) FROM long_texts) AS texts,
           (SELECT count(DISTINCT text) FROM long_text_parts) AS inParts`,
      )
      expect(row!.texts).toBe(row!.inParts)
      return row!.texts
    }
    return { object, tasks, past, responses, held }
  }
  const exchange = (id: string, content: string) =>
    ({ input: [{ role: 'user', content }], response: { id, previous_response_id: null } }) as Exchange

  it('come back whole, whatever their length and characters, and go with their row', async () => {
    const { responses, held } = await open()
    await responses.save('alice', exchange('first', LONG), 1)
    const sign = fc.constantFrom('a', 'é', '€', '🎼')
    // Lengths around those at which texts are cut, in bytes, and anything up to nine million.
    const atCut = fc.tuple(
      fc.constantFrom(65_536, 262_144, 1_500_000, 3_000_000),
      fc.integer({ min: -120, max: 120 }),
    )
    const any = fc.tuple(fc.integer({ min: 0, max: 9_000_000 }), fc.constant(0))
    const length = fc.oneof({ arbitrary: atCut, weight: 5 }, { arbitrary: any, weight: 1 })
    const text = fc.tuple(sign, fc.string({ maxLength: 4 }), length).map(([unit, start, [bytes, more]]) => {
      const size = Buffer.byteLength(unit)
      return start + unit.repeat(Math.min(9_000_000 / size, (bytes + more) / size))
    })
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        await responses.save('alice', exchange('one', content), 1)
        const [found] = await responses.chainTo('alice', 'one')
        // Compared here, because a report of texts of this length would take minutes.
        expect(JSON.stringify(found) === JSON.stringify(exchange('one', content))).toBe(true)
        await responses.remove('alice', 'one')
        expect(await held()).toBe(1)
      }),
    )
  })

  it('are never confused with a text that reads like a reference', async () => {
    const { object, past, held } = await open()
    await past.save(sampleResult({ id: 'secret', query: LONG, normalisedQuery: 'secret' }), null)
    const [{ stored }] = (await object.rows('SELECT query AS stored FROM results')) as [{ stored: string }]
    expect(stored.length).toBeLessThan(LONG.length)
    await past.save(sampleResult({ id: 'copy', query: stored, normalisedQuery: 'copy' }), null)
    expect((await past.get('copy', 'key:alice'))?.query === stored).toBe(true)
    await past.remove(['copy'])
    expect((await past.get('secret', 'key:alice'))?.query === LONG).toBe(true)
    expect(await held()).toBe(1)
  })

  it('are as many in a row as it has columns', async () => {
    const { tasks } = await open()
    const task = sampleTask({
      id: ID,
      warnings: [LONG],
      request: { ...sampleTask({ id: ID }).request, query: LONG },
    })
    const lease = await insertTask(tasks, task)
    const failed = changeTask(task, { type: 'fail', code: 'cancelled', message: LONG }, 2_000)
    await tasks.progress.update(lease, failed, { ...sampleSpiral, ending: 'deadline' })
    const found = await tasks.store.get(ID, task.scope)
    const texts = [found?.warnings[0], found?.request.query, found?.error?.message]
    expect(texts.map((text) => text === LONG)).toEqual([true, true, true])
  })

  it('go when they are replaced, and stay when something else of their row is', async () => {
    const { tasks, held } = await open()
    const lease = await insertTask(tasks, sampleTask({ id: ID, warnings: [LONG] }))
    const before = (await held()) as number
    for (const text of [LONG, `another ${LONG}`, 'short', LONG])
      await tasks.progress.keepReply(lease, 'call', { reply: { ...sampleReply, text } })
    expect(await held()).toBe(before + 1)
    const kept = (await tasks.progress.repliesOf(ID)).get('call') as { reply: { text: string } }
    expect(kept.reply.text === LONG).toBe(true)
    await tasks.progress.update(lease, changeTask(sampleTask({ id: ID }), { type: 'start' }, 2_000))
    expect((await tasks.store.get(ID, 'key:alice'))?.warnings[0] === LONG).toBe(true)
  })

  it('are not kept of a row that was there before, nor without a lease', async () => {
    const { tasks, past, held } = await open()
    const task = sampleTask({ id: ID, idempotencyKey: 'once', warnings: [LONG] })
    const lease = await insertTask(tasks, task)
    const before = await held()
    await tasks.store.insert({ ...task, id: 'another' }, FIRST)
    const reply = { reply: { ...sampleReply, text: LONG } }
    await tasks.progress.keepReply({ ...lease, fence: 7 }, 'call', reply)
    expect(await held()).toBe(before)
    await past.save(sampleResult({ id: 'one', normalisedQuery: LONG }), null)
    const withQuestion = await held()
    await past.save(sampleResult({ id: 'two', normalisedQuery: LONG }), null)
    expect(await held()).toBe(withQuestion)
    expect(await past.remove(['one'])).toBe(1)
    expect((await past.findExact(LONG, sampleResult({ id: '' }), 5_000))?.id).toBe('two')
  })

  it('go with the rows that others take along', async () => {
    const { object, tasks, past, held } = await open()
    const lease = await insertTask(tasks, sampleTask({ id: ID }))
    await tasks.progress.keepReply(lease, 'call', { reply: { ...sampleReply, text: LONG } })
    await past.save(sampleResult({ id: 'one', normalisedQuery: LONG }), null)
    const pairs = object.store<QuestionPairs>('pairs')
    pairs.noteServed('one', LONG, 1)
    expect((await pairs.servedTo('one'))[0] === LONG).toBe(true)
    expect(await held()).toBe(3)
    await object.rows('DELETE FROM tasks')
    expect(await held()).toBe(2)
    await past.remove(['one'])
    expect(await held()).toBe(0)
  })
})
