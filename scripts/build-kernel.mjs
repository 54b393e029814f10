// `npm run build-kernel`: compiles the kernel of the transformers; a test checks that the committed result is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openWabt from 'wabt'

const folder = fileURLToPath(new URL('../src/transformer/', import.meta.url))
const module = (await openWabt()).parseWat('kernel.wat', readFileSync(`${folder}kernel.wat`, 'utf8'), {
  simd: true,
})
module.validate()
const code = Buffer.from(module.toBinary({}).buffer).toString('base64')
writeFileSync(
  `${folder}kernel-code.ts`,
  `// Generated from kernel.wat by \`npm run build-kernel\`; do not edit by hand.

/** The kernel as WebAssembly, in base 64. */
export const KERNEL =
  '${code}'
`,
)
