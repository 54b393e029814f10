/** `npm run examples`: asks the service, on its offline router, and writes the examples of the documentation. */
import { writeFileSync } from 'node:fs'
import { EXAMPLES_FILE, recordExamples } from './examples/record-examples.ts'
import { openService } from './open-service.ts'

const service = await openService()
try {
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(await recordExamples(service), null, 1)}\n`)
} finally {
  await service.stop()
}
