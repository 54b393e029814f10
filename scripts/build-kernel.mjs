// `npm run build-kernel`: compiles the kernels in WebAssembly; a test of each checks that the committed result is current.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import openWabt from 'wabt'

const KERNELS = ['vectors/kernel', 'vectors/index/index-kernel']

const wabt = await openWabt()
for (const kernel of KERNELS) {
  const path = fileURLToPath(new URL(`../src/${kernel}`, import.meta.url))
  const source = `${basename(path)}.wat`
  const module = wabt.parseWat(source, readFileSync(`${path}.wat`, 'utf8'), { simd: true })
  module.validate()
  const code = Buffer.from(module.toBinary({}).buffer).toString('base64')
  writeFileSync(
    `${path}-code.ts`,
    `// Generated from ${source} by \`npm run build-kernel\`; do not edit by hand.

/** The kernel as WebAssembly, in base 64. */
export const KERNEL =
  '${code}'

/** The kernel, ready to be started. In workers, which compile nothing, this file is another (\`scripts/worker/kernels.mjs\`). */
export const compileKernel = () =>
  new WebAssembly.Module(Uint8Array.from(atob(KERNEL), (sign) => sign.charCodeAt(0)))
`,
  )
}
