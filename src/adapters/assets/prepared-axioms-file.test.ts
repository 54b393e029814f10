import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { freshFolder } from '../../../test/support/fresh-folder.ts'
import { type PreparedAxioms, prepareAxioms } from '../../axioms/prepared-axioms.ts'
import { createBuiltinEmbedder, readBuiltinModel } from '../embedders/builtin-embedder.ts'
import { readAxioms } from './data-files.ts'
import { packPrepared, preparationKey, readPrepared } from './prepared-axioms-file.ts'

const axioms = readAxioms().filter((_, place) => place % 100 === 0)
const embedder = 'a model'
const key = preparationKey(axioms, embedder)
let prepared: PreparedAxioms
let file: string

beforeAll(async () => {
  prepared = await prepareAxioms(
    axioms,
    createBuiltinEmbedder(await readBuiltinModel(), async () => {}),
  )
  file = join(freshFolder(), 'axioms.bin')
  writeFileSync(file, packPrepared(key, prepared))
})

describe('the file of prepared axioms', () => {
  it('is read as it was written', async () => {
    expect(await readPrepared(file, key)).toEqual(prepared)
  })

  it.each([
    ['other axioms', preparationKey(axioms.slice(1), embedder)],
    ['another embedder', preparationKey(axioms, 'another model')],
  ])('is not read for %s', async (_, other) => {
    expect(await readPrepared(file, other)).toBeNull()
  })

  it('is not read if it is not there, empty, or incomplete', async () => {
    const whole = packPrepared(key, prepared)
    const damaged = join(freshFolder(), 'axioms.bin')
    expect(await readPrepared(damaged, key)).toBeNull()
    for (const length of [0, 32, 100, whole.length - 4]) {
      writeFileSync(damaged, whole)
      truncateSync(damaged, length)
      expect(await readPrepared(damaged, key)).toBeNull()
    }
  })
})
