/** `npm run check-deployment`: checks Dockerfile, compose.yaml and deploy/ against each other and against the service. */
import { checkCompose } from './deployment/check-compose.ts'
import { checkImage } from './deployment/check-image.ts'
import { checkKubernetes } from './deployment/check-kubernetes.ts'
import { checkRelease } from './deployment/check-release.ts'
import { checkWatching } from './deployment/check-watching.ts'
import { checkWithTools } from './deployment/check-with-tools.ts'
import { checkWorker } from './deployment/check-worker.ts'
import { exposedMetrics } from './deployment/exposed-metrics.ts'
import { servedPaths } from './deployment/served-paths.ts'

const served = await servedPaths()
const tools = checkWithTools()
const problems = [
  ...checkImage(),
  ...checkCompose(served),
  ...checkKubernetes(served),
  ...checkRelease(),
  ...checkWatching(await exposedMetrics()),
  ...checkWorker(),
  ...tools.problems,
]
for (const problem of problems) console.log(problem)
for (const skipped of tools.skipped) console.log(`Skipped: ${skipped}.`)
console.log(
  problems.length === 0 ? 'The deployment files fit the service.' : 'The deployment files have problems.',
)
process.exit(problems.length === 0 ? 0 : 1)
