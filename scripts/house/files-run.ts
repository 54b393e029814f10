import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { listen } from '../../src/main/serve.ts'
import { replyAs } from '../../test/support/panel-replies.ts'
import { settingsFor, startScriptedProvider } from '../../test/support/scripted-provider.ts'
import { openService } from '../open-service.ts'

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url))

/** What ran: files of `src` with at least one call, and functions in them. */
interface FilesRun {
  files: string[]
  functions: number
}

/**
 * The files of `src` in which a function is called while one closed question is answered: three models, of which one
 * differs at first, so that there is a second round. What runs at the start of the service does not count.
 */
export async function filesRunByAQuestion(): Promise<FilesRun> {
  const provider = await startScriptedProvider((call) =>
    replyAs(call.model.endsWith('c') ? { answer: '43', yieldsTo: '42' } : '42', call),
  )
  const service = await openService({ ...settingsFor(provider), MODEL_RETRIES: '0' })
  const listening = await listen(service.edge, { host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' })
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await ask(`http://127.0.0.1:${listening.port}`)
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const called = result
      .filter(({ url }) => url.startsWith(`file://${SOURCE}`))
      .map(({ url, functions }) => ({
        file: fileURLToPath(url.split('?')[0] as string).slice(SOURCE.length),
        calls: functions.filter(
          ({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0,
        ),
      }))
      .filter(({ calls }) => calls.length > 0)
    return {
      files: called.map(({ file }) => file).sort(),
      functions: called.reduce((sum, { calls }) => sum + calls.length, 0),
    }
  } finally {
    session.disconnect()
    listening.cut()
    await provider.close()
    await service.stop()
  }
}

async function ask(address: string): Promise<void> {
  const response = await fetch(`${address}/consensus-iterative`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'What is six times seven?', models: ['one/a', 'two/b', 'three/c'] }),
  })
  const answer = (await response.json()) as { consensus_reached?: boolean }
  if (answer.consensus_reached !== true)
    throw new Error(`The question that is measured was not agreed on: ${JSON.stringify(answer)}`)
}
