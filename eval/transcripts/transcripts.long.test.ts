import { readFileSync } from 'node:fs'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWholeService, type TestService } from '../../test/support/service.ts'
import { CLAIM_TASKS } from './claim-tasks.ts'
import { openPanel } from './open-panel.ts'
import { mapOf, textBy, writtenFrom } from './read-texts.ts'
import type { MemberName } from './task.ts'
import { TASKS } from './tasks.ts'
import { PAGES, writeTranscripts } from './write-transcripts.ts'

const codeOf = (task: string, member: MemberName) => {
  const text = textBy(member, task)
  return /```\w+\n([\s\S]*?)\n```/.exec(text)?.[1] ?? text
}

describe('the transcripts', () => {
  let panel: Awaited<ReturnType<typeof openPanel>>
  let service: TestService
  beforeAll(async () => {
    panel = await openPanel()
    service = await openWholeService(panel.settings)
  })
  afterAll(async () => {
    await service.stop()
    await panel.provider.close()
  })

  it.each(PAGES)('are those of the service as it is: $file', async (page) => {
    expect(await writeTranscripts(service, page)).toBe(readFileSync(page.file, 'utf8'))
  })
})

describe('the mistakes of the hasty member', () => {
  it.each([
    ['careful', [[1, 10]]],
    ['terse', [[1, 10]]],
    ['chatty', [[1, 10]]],
    ['hasty', [[1, 3]]],
  ] as const)('are real in code: %s', (member, merged) => {
    const merge = new Function(`${codeOf('code', member)}; return mergeIntervals`)()
    expect(
      merge([
        [2, 3],
        [1, 10],
      ]),
    ).toEqual(merged)
  })

  it.each([
    ['careful', ['2024-02-29']],
    ['terse', ['2024-02-29', '2024-02-31']],
    ['chatty', ['2024-02-29', '2024-02-31', '12024-01-011']],
    ['hasty', ['2024-02-29', '2024-02-31', '2024-13-01']],
  ] as const)('are real in a regular expression: %s', (member, matched) => {
    const expression = new RegExp(codeOf('regex', member))
    const dates = ['2024-02-29', '2024-02-31', '2024-13-01', '12024-01-011']
    expect(dates.filter((date) => expression.test(date))).toEqual(matched)
  })

  it.each([
    ['careful', { Ada: 5, Bob: 0 }],
    ['terse', { Ada: 5, Bob: null }],
    ['hasty', { Ada: 5 }],
  ] as const)('are real in SQL: %s', (member, spent) => {
    const database = new Database(':memory:')
    database.exec(`CREATE TABLE customers(id, name);
      CREATE TABLE orders(id, customer_id, total, created_at);
      INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob');
      INSERT INTO orders VALUES (1, 1, 5, '2024-03-01'), (2, 1, 7, '2023-12-31'), (3, 2, 9, '2025-01-01')`)
    const rows = database.prepare(codeOf('sql', member)).all() as Array<Record<string, unknown>>
    const sums = rows.map((row) => [row.name, row.spent_2024 ?? row.spent ?? row.total_spent ?? null])
    expect(Object.fromEntries(sums)).toEqual(spent)
    database.close()
  })

  it.each(['careful', 'terse', 'chatty'] as const)('are real in JSON, unlike the object of %s', (member) => {
    expect(() => JSON.parse(codeOf('json', member))).not.toThrow()
    expect(() => JSON.parse(codeOf('json', 'hasty'))).toThrow()
  })
})

describe('the writer', () => {
  it.each(['essay', 'table'])('uses something of every text: %s', (name) => {
    const { members } = TASKS.find((task) => task.name === name)!
    const all = members.map((member) => textBy(member, name))
    const written = (texts: string[]) => writtenFrom(name, { texts, points: [], marker: '' })
    for (const text of all)
      expect(written(all.filter((other) => other !== text)).length).toBeLessThan(written(all).length)
  })

  it('marks what rests on a point with its number', () => {
    const [point] = mapOf('table').points.filter(({ key }) => key === 'writers')
    const points = [{ number: 7, status: 'agreed', text: point!.text }]
    const texts = [textBy('terse', 'table')]
    expect(writtenFrom('table', { texts, points, marker: 'abcd1234' })).toContain(
      'one writer at a time [[abcd1234:7]] |',
    )
  })
})

describe('a judgement', () => {
  it('rests on words that a text contains', () => {
    for (const { name, members, defects = [] } of TASKS)
      for (const { where } of defects) {
        const texts = members.map((member) => textBy(member, name))
        expect(
          texts.some((text) => text.includes(where)),
          `${name}: ${where}`,
        ).toBe(true)
      }
  })
})

describe('the map of a task', () => {
  const open = [...TASKS, ...CLAIM_TASKS].filter(({ kind }) => kind === 'open')

  it.each(open)('quotes what its texts say: $name', ({ name, members }) => {
    for (const { says = {}, denies = {} } of mapOf(name).points)
      for (const [member, quote] of [...Object.entries(says), ...Object.entries(denies)]) {
        expect(members).toContain(member)
        expect(textBy(member as MemberName, name)).toContain(quote)
      }
  })

  it.each(open)('has every point that the writer marks: $name', ({ name }) => {
    const { points, gaps } = mapOf(name)
    const file = readFileSync(new URL(`texts/${name}/written.md`, import.meta.url), 'utf8')
    const marked = [...file.matchAll(/\[\[(\w+)\]\]/g)].map(([, key]) => key)
    expect(marked.length).toBeGreaterThan(0)
    expect([...points, ...gaps].map(({ key }) => key)).toEqual(expect.arrayContaining(marked))
  })
})
