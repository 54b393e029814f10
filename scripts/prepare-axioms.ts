// Part of the build: computes dist/axioms.bin, so that a start need neither embed the axioms nor read their words.
import { writeFileSync } from 'node:fs'
import { assetFolders, readAxioms } from '../src/adapters/assets/data-files.ts'
import { preparationKey } from '../src/adapters/assets/panel-assets.ts'
import { createBuiltinEmbedder, readBuiltinModel } from '../src/adapters/embedders/builtin-embedder.ts'
import { packPrepared, prepareAxioms } from './pack-axioms.ts'

const axioms = readAxioms()
const embedder = createBuiltinEmbedder(await readBuiltinModel(), async () => {})
const key = preparationKey(axioms, embedder.name)
writeFileSync(assetFolders().preparedAxioms, packPrepared(key, await prepareAxioms(axioms, embedder)))
