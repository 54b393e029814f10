import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { evaluatePanels } from './panels.ts'

const folder = mkdtempSync(join(tmpdir(), 'stretto-eval-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MODELS = ['ada', 'bob', 'cleo']
const of = <Value>(...values: Value[]) =>
  Object.fromEntries(MODELS.map((model, index) => [model, values[index]!]))

function fileOf(name: string, rows: object[]): string {
  const file = join(folder, `${name}.jsonl`)
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  return file
}

const OPTIONS = ['a cat', 'a dog', 'a cow']

describe('evaluatePanels on a user’s own file', () => {
  it('reads options, counts votes and reports the accuracy of each member and of the panel', async () => {
    const file = fileOf('animals', [
      {
        question: 'Which barks?',
        options: OPTIONS,
        gold: 'B',
        answers: of('The answer is (B).', 'B', 'Answer: C'),
      },
      { question: 'Which moos?', options: OPTIONS, gold: 'C', answers: of('C', 'It is (C)', '**C**') },
      { question: 'Which purrs?', options: OPTIONS, gold: 'A', answers: of('B', 'The answer is B', 'A') },
      { question: 'Which miaows?', options: OPTIONS, gold: 'A', answers: of('A', 'A', null) },
    ])
    const [figures] = (await evaluatePanels({ files: [file], folder })).figures
    expect(figures).toMatchObject({
      set: 'animals',
      questions: 4,
      members: of(0.75, 0.75, 0.5),
      bestSingle: 0.75,
      panelRight: 0.75,
      rightByReliability: 0.75,
      consensus: 0.5,
      consensusRight: 1,
      read: 0,
      unread: 0,
      mixedPairs: 0,
      callsPerQuestion: 3,
    })
    expect(figures!.confidenceAuroc, 'two of three were wrong once and right once').toBeGreaterThan(0.5)
  })

  it('compares numbers by value, and counts a reply without a number as unread only if it is not empty', async () => {
    const file = fileOf('sums', [
      {
        question: 'How many are 2 and 2?',
        gold: '4.0',
        answers: of('2 + 2 = 4. The answer is 4.', 'no idea', 'The answer is 5.'),
      },
      { question: 'How many are 3 and 3?', gold: '6.0', answers: of('6 apples', null, '{"answer": "6"}') },
    ])
    const [figures] = (await evaluatePanels({ files: [file], folder })).figures
    expect(figures).toMatchObject({ members: of(1, 0, 0.5), unread: 0.2 })
  })

  it('uses human verdicts on free answers, which stand apart where nobody reads them', async () => {
    const answers = of('It was painted by Michelangelo.', 'Michelangelo painted it.', 'It was Raphael.')
    const file = fileOf('facts', [
      { question: 'Who painted the ceiling of the chapel?', answers, correct: of(true, true, false) },
    ])
    const [figures] = (await evaluatePanels({ files: [file], folder })).figures
    expect(figures).toMatchObject({ members: of(1, 1, 0), consensus: 0, read: 1 })
    expect(figures!.expectedRight).toBeCloseTo(2 / 3)
  })

  it.each([
    ['is empty', '', /has no rows/],
    ['is not JSON', '{"question"', /line 1 is not JSON/],
    ['has a row without answers', '{"question":"q","gold":"A"}', /row 1: answers/],
    ['has a single model', '{"question":"q","gold":"A","answers":{"a":"A"}}', /at least two models/],
    ['does not say what is right', '{"question":"q","answers":{"a":"A","b":"B"}}', /needs gold or correct/],
  ])('says what is wrong with a file that %s', async (name, content, message) => {
    const file = join(folder, `${name}.jsonl`)
    writeFileSync(file, content)
    await expect(evaluatePanels({ files: [file], folder })).rejects.toThrow(message)
  })

  it('compares words if nobody judged an answer, and options by letter or words', async () => {
    const file = fileOf('mixed', [
      { question: 'What is water?', gold: 'H2O', answers: of('It is H2O', 'H₂O', 'H2O2') },
      { question: 'Which barks?', options: OPTIONS, gold: 'a dog', answers: of('B', '(b)', 'A') },
      { question: 'How many?', gold: '42', answers: of('42', 'forty-two', '142') },
    ])
    const [figures] = (await evaluatePanels({ files: [file], folder })).figures
    expect(figures!.members).toEqual(of(1, 1, 0))
  })

  it('names a missing file', async () => {
    await expect(evaluatePanels({ files: [join(folder, 'nowhere.jsonl')], folder })).rejects.toThrow(
      /nowhere\.jsonl/,
    )
  })
})
