import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawCurves } from './cache-picture.ts'
import { readPairFile } from './cache-sets.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cache-sets-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('readPairFile', () => {
  it('reads both formats of rows', () => {
    const file = join(folder, 'pairs.jsonl')
    writeFileSync(file, '{"text_a":"a","text_b":"b","label":1}\n{"asked":"c","stored":"d","same":false}\n')
    expect(readPairFile(file)).toEqual([
      { left: 'a', right: 'b', isSame: true },
      { left: 'c', right: 'd', isSame: false },
    ])
  })

  it('names the row that has neither format', () => {
    const file = join(folder, 'other.jsonl')
    writeFileSync(file, '{"text_a":"a","text_b":"b","label":1}\n{"question":"c"}\n')
    expect(() => readPairFile(file)).toThrow(/row 2/)
  })
})

describe('drawCurves', () => {
  const curve = [
    { recall: 0.1, precision: 1 },
    { recall: 1, precision: 0.5 },
  ]

  it('draws both curves and the threshold', () => {
    const picture = drawCurves({ verifier: curve, cosine: curve, bar: { recall: 0.3, precision: 0.95 } })
    expect(picture.match(/<path/g)).toHaveLength(2)
    expect(picture).toContain('95.0% right, 30.0% found')
  })

  it('has no double hyphen in a comment, which XML does not allow', () => {
    const picture = drawCurves({ verifier: curve, cosine: curve, bar: { recall: 0.3, precision: 0.95 } })
    for (const [, comment] of picture.matchAll(/<!--([\s\S]*?)-->/g)) expect(comment).not.toContain('--')
    expect(picture).toContain('<!--')
  })

  it('omits the threshold if nothing is found', () =>
    expect(drawCurves({ verifier: curve, cosine: curve, bar: { recall: 0, precision: null } })).not.toContain(
      '<circle',
    ))
})
