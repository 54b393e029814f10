import { describe, expect, it } from 'vitest'
import { readFindings } from './read-map.ts'

const TEXT = 'Tides come from the **Moon**.\n\n- They rise three times a day.'
const FOUND = { quote: 'They rise three times a day', problem: 'wrong', why: 'It is twice.' }
const read = (reply: unknown) => readFindings(typeof reply === 'string' ? reply : JSON.stringify(reply), TEXT)

describe('what a checker objects to', () => {
  it.each(['refuted', 'disputed', 'wrong', 'unfounded', 'form'])('may be %s', (problem) => {
    expect(read({ findings: [{ ...FOUND, problem }] })).toEqual([{ ...FOUND, problem }])
  })

  it('may be nothing', () => {
    expect(read({ findings: [] })).toEqual([])
  })

  it('is read after thinking, from a fence, and whatever the case of the problem', () => {
    const reply = `<think>Hm.</think>\n\`\`\`json\n${JSON.stringify({ findings: [{ ...FOUND, problem: 'Wrong' }] })}\n\`\`\``
    expect(read(reply)).toEqual([FOUND])
  })

  it('stands in the text, whatever its marks', () => {
    expect(read({ findings: [{ ...FOUND, quote: 'come from the Moon' }] })).toHaveLength(1)
    expect(read({ findings: [{ ...FOUND, quote: 'come from the Sun' }, FOUND] })).toEqual([FOUND])
    expect(read({ findings: [{ ...FOUND, quote: 'a day' }] }), 'too short').toEqual([])
  })

  it('has a problem that counts', () => {
    expect(
      read({
        findings: [
          { ...FOUND, problem: 'dull' },
          { ...FOUND, problem: undefined },
        ],
      }),
    ).toEqual([])
  })

  it('is at most sixteen things, each with a short reason', () => {
    const findings = Array.from({ length: 30 }, () => ({ ...FOUND, why: 'so '.repeat(1_000) }))
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
