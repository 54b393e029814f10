import { fakeProvider } from './fake-provider.ts'
import { replyAs } from './panel-replies.ts'
import { PANEL, requestFor } from './tasks.ts'

/** A question for models that never agree, so that both iterations are needed: on the local API and on the edge API. */
export const QUARREL = requestFor('What is 2 + 2?', { max_iterations: 2 })
export const EDGE_QUARREL = { ...QUARREL, models: PANEL.map(({ model }) => model) }

/** The calls of the first iteration: two replies, and one of the models reads that they differ. */
export const FIRST_ITERATION = 3

/** Two models that never agree: the first insists on 4, the second on 5. */
export function quarrellingModels() {
  return fakeProvider((call) => replyAs(call.model === PANEL[0]?.model ? '4' : '5', call))
}
