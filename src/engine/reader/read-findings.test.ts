import { describe, expect, it } from 'vitest'
import { readFindings } from './read-map.ts'

const TEXT = 'Tides come from the **Moon**.\n\n- They rise three times a day.'
const SAID = { sentence: '2', problem: 'wrong', why: 'It is twice.' }
const FOUND = { quote: 'They rise three times a day.', problem: 'wrong', why: 'It is twice.' }
const read = (reply: unknown) => readFindings(typeof reply === 'string' ? reply : JSON.stringify(reply), TEXT)

describe('what a checker objects to', () => {
  it.each(['refuted', 'disputed', 'wrong', 'unfounded', 'form'])('may be %s', (problem) => {
    expect(read({ findings: [{ ...SAID, problem }] })).toEqual([{ ...FOUND, problem }])
  })

  it('may be nothing', () => {
    expect(read({ findings: [] })).toEqual([])
  })

  it('is read after thinking, from a fence, and whatever the case of the problem', () => {
    const reply = `<think>Hm.</think>\n\`\`\`json\n${JSON.stringify({ findings: [{ ...SAID, problem: 'Wrong' }] })}\n\`\`\``
    expect(read(reply)).toEqual([FOUND])
  })

  it('is about a sentence that exists, or two in a row', () => {
    expect(read({ findings: [{ ...SAID, sentence: '1-2' }] })).toEqual([{ ...FOUND, quote: TEXT }])
    expect(read({ findings: [{ ...SAID, sentence: 2 }] })).toEqual([FOUND])
    expect(read({ findings: [{ ...SAID, sentence: '3' }, { ...SAID, sentence: '' }, SAID] })).toEqual([FOUND])
  })

  it('has a problem that counts', () => {
    expect(
      read({
        findings: [
          { ...SAID, problem: 'dull' },
          { ...SAID, problem: undefined },
        ],
      }),
    ).toEqual([])
  })

  it('is at most sixteen things, each with a short reason', () => {
    const findings = Array.from({ length: 30 }, () => ({ ...SAID, why: 'so '.repeat(1_000) }))
    const found = read({ findings })!
    expect(found).toHaveLength(16)
    expect(found[0]!.why.length).toBeLessThanOrEqual(500)
  })

  it.each([
    ['nonsense', 'Fine.'],
    ['an object of another form', { findings: 'none' }],
    ['nothing', ''],
  ])('cannot be read from %s', (_, reply) => {
    expect(read(reply)).toBeNull()
  })
})
