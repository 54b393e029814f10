import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openFront } from '../../scripts/edge/front.ts'
import { type Door, openWorker } from '../../scripts/edge/workers.ts'
import { writeAssets, writeCode } from '../../scripts/worker/write-worker.mjs'
import { freshFolder } from './fresh-folder.ts'
import { type ReceivedCall, settingsFor, startScriptedProvider } from './scripted-provider.ts'

let built: Promise<string> | null = null

/** Built once for all tests of this process. */
function builtWorker(): Promise<string> {
  built ??= (async () => {
    const folder = freshFolder()
    await writeCode(join(folder, 'code'))
    await writeAssets(join(folder, 'assets'))
    return folder
  })()
  return built
}

/** The whole worker on this machine, with models that answer as a script says. */
export async function openWorkerService(
  script: Parameters<typeof startScriptedProvider>[0],
  environment: Record<string, string> = {},
) {
  const folder = freshFolder()
  const provider = await startScriptedProvider(script)
  const bindings = {
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    MODEL_RETRIES: '0',
    ...settingsFor(provider),
    ...environment,
  }
  const start = async () => openWorker({ bindings, folder, built: await builtWorker() })
  let worker = await start()
  const open = (door: Door): Promise<Server> =>
    openFront({ host: '127.0.0.1', port: 0, variable: 'EDGE_PORT' }, () => worker.addressOf(door))
  const fronts = { edge: await open('edge'), tasks: await open('tasks') }
  const originOf = (door: Door) => `http://127.0.0.1:${(fronts[door].address() as AddressInfo).port}`
  return {
    edge: originOf('edge'),
    local: originOf('tasks'),
    folder,
    calls: provider.calls as ReceivedCall[],
    /** Waits until so many calls have arrived. */
    async called(count: number): Promise<void> {
      while (provider.calls.length < count)
        await new Promise((resolve) => provider.arrivals.once('call', resolve))
    },
    /** Kills workerd and starts it again, on what it has stored. */
    async restart(): Promise<void> {
      await worker.close()
      worker = await start()
    },
    async close() {
      for (const front of Object.values(fronts)) front.close().closeAllConnections()
      await worker.close()
      await provider.close()
    },
  }
}

export type WorkerService = Awaited<ReturnType<typeof openWorkerService>>
