/** `npm run examples`: asks the service, mostly on its offline router, and writes the examples of the documentation. */
import { writeFileSync } from 'node:fs'
import { openPlayedService } from './examples/played-models.ts'
import { EXAMPLES_FILE, recordExamples } from './examples/record-examples.ts'
import { openService } from './open-service.ts'

const service = await openService()
const played = await openPlayedService()
try {
  writeFileSync(EXAMPLES_FILE, `${JSON.stringify(await recordExamples(service, played), null, 1)}\n`)
} finally {
  await service.stop()
  await played.stop()
}
