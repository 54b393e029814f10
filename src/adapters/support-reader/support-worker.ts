// The thread that reads claims: reading a panel takes a good part of a second.
import { parentPort, workerData } from 'node:worker_threads'
import { createSupportReader } from '../../engine/index.ts'
import { createSupportModel } from '../../transformer/support/support-model.ts'
import { wordPiecesIn } from '../embedders/builtin-embedder.ts'
import { packBearings, type SupportReport, type SupportTask, type SupportWorkerOptions } from './messages.ts'

const port = parentPort!
const { model, vocabulary } = workerData as SupportWorkerOptions
const read = createSupportReader(createSupportModel({ ...model, ...wordPiecesIn(vocabulary) }))

port.on('message', ({ call, claims, texts, wanted }: SupportTask) => {
  const report: SupportReport = { call, bearings: packBearings(read(claims, texts, wanted)) }
  port.postMessage(report)
})
