import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AxiomQuestion, readAxiomQuestions } from '../../eval/axioms/axiom-questions.ts'
import { readAxioms } from '../../src/adapters/assets/data-files.ts'
import { get, openWholeService, type TestService } from '../support/service.ts'

const LEAST_RECALL = 0.9
const LEAST_QUIET = 0.9

const questions = readAxiomQuestions()

let service: TestService
beforeAll(async () => {
  service = await openWholeService()
})
afterAll(() => service.stop())

/** The ids that a search with nothing but the question finds. */
async function idsFor({ question }: AxiomQuestion): Promise<string[]> {
  const response = await get(service.edge, `/axioms/search?${new URLSearchParams({ q: question })}`)
  const { axioms } = (await response.json()) as { axioms: Array<{ id: string }> }
  return axioms.map(({ id }) => id)
}

describe('the questions people ask', () => {
  it('are many, name existing axioms, and include off-topic ones', () => {
    const known = new Set(readAxioms().map(({ id }) => id))
    expect(questions.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([])
    expect(questions.filter(({ ids }) => ids.length > 0).length).toBeGreaterThanOrEqual(150)
    expect(questions.filter(({ ids }) => ids.length === 0).length).toBeGreaterThanOrEqual(20)
    expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
  })

  it.each(['dev', 'test'] as const)('find their axiom among the first five (%s)', async (split) => {
    const about = questions.filter((asked) => asked.split === split && asked.ids.length > 0)
    let found = 0
    for (const asked of about) if ((await idsFor(asked)).some((id) => asked.ids.includes(id))) found++
    expect(found / about.length).toBeGreaterThanOrEqual(LEAST_RECALL)
  })

  it.each(['dev', 'test'] as const)('find nothing if no axiom is about them (%s)', async (split) => {
    const elsewhere = questions.filter((asked) => asked.split === split && asked.ids.length === 0)
    let quiet = 0
    for (const asked of elsewhere) if ((await idsFor(asked)).length === 0) quiet++
    expect(quiet / elsewhere.length).toBeGreaterThanOrEqual(LEAST_QUIET)
    expect(quiet).toBeGreaterThanOrEqual(20)
  })
})
