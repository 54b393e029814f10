import { createOpenAiEmbedder } from '../../src/adapters/embedders/openai-embedder.ts'
import { openBuiltinEmbedder } from '../support/embedder.ts'
import { startScriptedEmbeddings } from '../support/scripted-embeddings.ts'
import { openHttp } from '../support/transport.ts'
import { describeEmbedder } from './embedder.ts'

describeEmbedder('that comes with the service', /^stretto-table-1\+[0-9a-f]{8}$/, async () => ({
  embedder: await openBuiltinEmbedder(),
  close: () => {},
}))

describeEmbedder('over HTTP', /^openai:some-model@127\.0\.0\.1:\d+$/, async () => {
  const server = await startScriptedEmbeddings()
  const embedder = createOpenAiEmbedder({
    model: 'some-model',
    baseUrl: server.url,
    apiKey: null,
    timeoutMs: 3_600_000,
    openHttp,
    retries: 0,
  })
  return { embedder, close: server.close }
})
