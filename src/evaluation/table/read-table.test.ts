import { describe, expect, it, test } from 'vitest'
import { parseCsv, readTable } from './read-table.ts'

const csv = (...lines: string[]) => readTable(lines.join('\n'), 'table.csv')
const questionsIn = (table: ReturnType<typeof csv>) => table.rows.map(({ question }) => question)

describe('a CSV table', () => {
  it('is read with quotes, commas, line breaks and doubled quotes in fields', () => {
    const { rows, bad } = csv(
      'question,answer,topic',
      '"Who said ""I came,',
      'I saw""?",Caesar,Rome',
      'What is 2 + 2?,4,sums',
    )
    expect(bad).toEqual([])
    expect(rows[0]).toMatchObject({
      line: 2,
      question: 'Who said "I came,\nI saw"?',
      gold: 'Caesar',
      others: { topic: 'Rome' },
    })
    expect(rows[1]).toMatchObject({ line: 4, id: '4', gold: '4' })
  })

  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('may have %s between its fields, and names of columns in any case', (_, delimiter) => {
    const { rows } = csv(
      ['Question', 'ANSWER'].join(delimiter),
      ['What, then; so?', '1'].map((field) => `"${field}"`).join(delimiter),
    )
    expect(rows).toMatchObject([{ question: 'What, then; so?', gold: '1' }])
  })

  it('may have any line ends, empty lines, and none at its end', () => {
    expect(questionsIn(readTable('question\r\nOne?\r\n\r\nTwo?', 'table.csv'))).toEqual(['One?', 'Two?'])
    expect(questionsIn(readTable('question\rOne?\rTwo?\r', 'table.csv'))).toEqual(['One?', 'Two?'])
  })

  it('names the line of a quote that is never closed and goes on with the next', () => {
    const { rows, bad } = csv('question,answer', '"Never closed,1', 'Fine?,2')
    expect(rows.map(({ question }) => question)).toEqual(['Fine?'])
    expect(bad).toEqual([{ line: 2, problem: expect.stringContaining('never closed') }])
  })

  it('names lines with too many or too few fields, no question, or text after a quote', () => {
    const { rows, bad } = csv('question,answer', 'One?,1,2', 'Two?', ',3', '"Four" x,4', 'Five?,5')
    expect(rows).toHaveLength(1)
    expect(bad.map(({ line }) => line)).toEqual([2, 3, 4, 5])
    expect(bad[0]!.problem).toContain('3 fields')
    expect(bad[2]!.problem).toContain('question is empty')
  })

  it('takes options as a JSON array or with bars, and leaves out an answer that is none of them', () => {
    const { rows, bad } = csv(
      'question;options;answer',
      'One?;a cat|a dog;B',
      'Two?;"[""a|b"", ""c""]";D',
      'Three?;"[""a|b"", ""c""]";a|b',
      'Four?;alone;A',
    )
    expect(rows.map(({ options }) => options)).toEqual([
      ['a cat', 'a dog'],
      ['a|b', 'c'],
    ])
    expect(bad.map(({ line }) => line)).toEqual([3, 5])
  })

  it('names both lines of an id that is there twice and keeps the first', () => {
    const { rows, bad } = csv('id,question', 'x,One?', 'x,Two?')
    expect(questionsIn({ rows, bad })).toEqual(['One?'])
    expect(bad).toEqual([{ line: 3, problem: 'the id x is that of line 2 already' }])
  })

  it('names the columns that it has if none is called question', () => {
    expect(() => csv('prompt,answer', 'One?,1')).toThrow(/no column question. It has: prompt, answer/)
    expect(() => csv('')).toThrow(/is empty/)
  })

  it('may lack right answers', () => {
    const { rows } = csv('question,answer', 'One?,', 'Two?,2')
    expect(rows.map(({ gold }) => gold)).toEqual([undefined, '2'])
  })

  it('may have 100,000 rows', () => {
    const lines = Array.from({ length: 100_000 }, (_, place) => `"Question ${place}, ""so""?",${place}`)
    const { rows, bad } = csv('question,answer', ...lines)
    expect([rows.length, bad.length]).toEqual([100_000, 0])
    expect(rows.at(-1)).toMatchObject({ line: 100_001, question: 'Question 99999, "so"?', gold: '99999' })
    expect(new Set(rows.map(({ digest }) => digest)).size).toBe(100_000)
  })
})

describe('a table of JSON lines', () => {
  it('is read with its other fields, and bad lines are named', () => {
    const lines = [
      '{"Question": "One?", "answer": 1, "topic": {"a": 1}}',
      '{"question"',
      '[1]',
      '{"gold": "x"}',
    ]
    const { rows, bad } = readTable(lines.join('\n'), 'table.jsonl')
    expect(rows).toMatchObject([{ question: 'One?', gold: '1', others: { topic: { a: 1 } } }])
    expect(bad.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'it is not JSON'],
      [3, 'it is not a JSON object'],
      [4, 'question is empty'],
    ])
  })
})

test('a line that cannot be read is named and left out, whatever characters it has', () => {
  expect(parseCsv('question,answer\n"a"b\u2028c,d\nq,a\n')).toMatchObject({
    records: [{ fields: ['question', 'answer'] }, { line: 3, fields: ['q', 'a'] }],
    bad: [{ line: 2 }],
  })
})
