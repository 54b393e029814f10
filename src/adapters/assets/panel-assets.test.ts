import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { packPrepared, prepareAxioms } from '../../../scripts/pack-axioms.ts'
import { freshFolder } from '../../../test/support/fresh-folder.ts'
import type { PreparedAxioms } from '../../axioms/axiom-vectors.ts'
import { createBuiltinEmbedder, readBuiltinModel } from '../embedders/builtin-embedder.ts'
import { readAxioms } from './data-files.ts'
import { preparationKey, readPrepared } from './panel-assets.ts'

const axioms = readAxioms().filter((_, place) => place % 100 === 0)
const key = preparationKey(axioms, 'a model')
let prepared: PreparedAxioms
let file: string

beforeAll(async () => {
  prepared = await prepareAxioms(
    axioms,
    createBuiltinEmbedder(await readBuiltinModel(), async () => {}),
  )
  file = join(freshFolder(), 'axioms.bin')
})

describe('the file of prepared axioms', () => {
  it('is read as it was written', async () => {
    writeFileSync(file, packPrepared(key, prepared))
    expect(await readPrepared(file)).toEqual({ key, prepared })
  })

  it.each([
    ['other axioms', preparationKey(axioms.slice(1), 'a model')],
    ['another embedder', preparationKey(axioms, 'another model')],
  ])('has another key for %s', (_, other) => {
    expect(other).not.toBe(key)
  })

  it('is not used if it is missing, cut short or changed anywhere', async () => {
    const whole = packPrepared(key, prepared)
    const changedAt = (place: number) => {
      const changed = Buffer.from(whole)
      changed[place]! ^= 1
      return changed
    }
    const cut = [0, 16, 100, whole.length - 4].map((length) => whole.subarray(0, length))
    const changed = [0, 40, 200, whole.length - 1].map(changedAt)
    expect(await readPrepared(join(freshFolder(), 'axioms.bin'))).toBeNull()
    for (const content of [...cut, ...changed]) {
      writeFileSync(file, content)
      expect(await readPrepared(file)).toBeNull()
    }
  })
})
