import { mountDocumentation } from '../documentation/documentation.ts'
import { createGuardedApi } from '../middleware/guard.ts'
import { mountPage, pagePaths } from '../shared/built-page.ts'
import type { Api } from '../shared/request-context.ts'
import { mountAxioms } from './axioms.ts'
import { mountCache } from './cache.ts'
import { mountChat } from './chat/chat.ts'
import { mountChatModels } from './chat/chat-models.ts'
import { mountChecks } from './checks.ts'
import { mountConnections } from './connections.ts'
import { mountConsensus } from './consensus.ts'
import type { EdgeServices } from './edge-services.ts'
import { mountEmbeddings } from './embeddings.ts'
import { createKeptRuns } from './kept-runs.ts'
import { mountMcp } from './mcp.ts'
import { mountModels, mountReliability } from './models.ts'
import { mountResponses } from './responses/responses.ts'
import { mountRuns } from './runs.ts'
import { mountServiceInfo } from './service-info.ts'

/** The edge API: consensus, axiom search, semantic cache, embeddings, metrics. */
export function createEdgeApi(services: EdgeServices): Api {
  const app = createGuardedApi(services, {
    api: 'edge',
    pages: pagePaths('/playground', services.playground),
  })
  mountPage(app, {
    path: '/playground',
    built: services.playground,
    operationId: 'getPlayground',
    summary: 'Open the playground',
    description: 'Returns a web page on which questions are asked and the panel is watched as it answers.',
    name: 'The playground',
    isHome: true,
    // It shows texts of models, which may be hostile: nothing that turns a text into markup or code can be called.
    policy: ["require-trusted-types-for 'script'", "trusted-types 'none'"],
  })
  const runs = createKeptRuns(services)
  mountServiceInfo(app, services)
  mountConsensus(app, services, runs)
  mountRuns(app, services, runs)
  mountChecks(app, services)
  mountChat(app, services)
  mountResponses(app, services)
  mountChatModels(app, services)
  mountAxioms(app, services)
  mountCache(app, services)
  mountEmbeddings(app, services)
  mountReliability(app, services)
  mountModels(app, services)
  mountConnections(app, services)
  mountMcp(app, services)
  mountDocumentation(app, services, {
    title: 'Stretto edge API',
    api: 'edge',
    tags: {
      Consensus: 'Ask several models and get one answer',
      Checks: 'What models say of statements that you have',
      Chat: 'The same through the protocol of OpenAI',
      Axioms: 'Short, checked statements that answers are anchored on',
      Cache: 'Past results of the caller',
      Embeddings: 'Texts as vectors',
      Models: 'The models that can be asked',
      Tools: 'The same for assistants, through the Model Context Protocol',
      Service: 'Information about the service, health and metrics',
    },
  })
  return app
}
