import { describe, expect, it } from 'vitest'
import type { AxiomRecord } from '../src/contract/axiom.ts'
import { isRounded } from './figures.ts'
import { confirm, prove } from './proof.ts'

const square = prove(
  'math-0001',
  /^The square of (\d+) is (\d+)\.$/,
  (root, value) => Number(root) ** 2 === Number(value),
)

function stating(axiom: string): AxiomRecord[] {
  return [{ id: 'math-0001', axiom, level: 1, domain: 'arithmetic', description: 'Squares.' }]
}

describe('the proof of an axiom', () => {
  it('confirms a statement whose figures are consistent', () => {
    const { confirmed, problems } = confirm(stating('The square of 7 is 49.'), [square])
    expect([...confirmed]).toEqual(['math-0001'])
    expect(problems).toEqual([])
  })

  it('reports a statement whose figures are inconsistent', () => {
    const { confirmed, problems } = confirm(stating('The square of 7 is 48.'), [square])
    expect(confirmed.size).toBe(0)
    expect(problems).toEqual(['math-0001: “The square of 7 is 48.” does not hold when computed'])
  })

  it('reports a statement that was reworded so that its proof no longer matches', () => {
    const { problems } = confirm(stating('Seven squared is 49.'), [square])
    expect(problems).toEqual(['math-0001: “Seven squared is 49.” no longer matches its proof'])
  })

  it('reports a proof whose axiom is gone', () => {
    expect(confirm([], [square]).problems).toEqual(['math-0001: has a proof but no axiom'])
  })

  it('reports a statement whose figures cannot be computed', () => {
    const proof = prove('math-0001', /is (\S+)\.$/, (value) => BigInt(value) > 0n)
    const [problem] = confirm(stating('The square of 7 is unknown.'), [proof]).problems
    expect(problem).toContain(
      'math-0001: “The square of 7 is unknown.” could not be computed: Cannot convert',
    )
  })

  it('counts an axiom with two proofs as confirmed only if both hold', () => {
    const odd = prove('math-0001', /^The square of (\d+) is/, (root) => Number(root) % 2 === 1)
    expect(confirm(stating('The square of 7 is 49.'), [square, odd]).confirmed.size).toBe(1)
    expect(confirm(stating('The square of 6 is 36.'), [square, odd]).confirmed.size).toBe(0)
  })
})

describe('a figure as written', () => {
  it.each([
    [Math.PI, '3.14', true],
    [Math.PI, '3.15', false],
    [Math.PI, '3.1415926536', true],
    [Math.PI, '3.1415926535', false],
    [299_792_458, '299 792 458', true],
    [6.02214076e23, '6.022 x 10^23', true],
    [6.02214076e23, '6.023 x 10^23', false],
    [1.602176634e-19, '1.602 176 634 x 10^-19', true],
    [-273.15, '-273.15', true],
  ])('is %d rounded: %s (%s)', (value, text, expected) => {
    expect(isRounded(value, text)).toBe(expected)
  })
})
