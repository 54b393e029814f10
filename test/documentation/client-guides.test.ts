import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import { type ChatService, openChatService } from '../support/chat-service.ts'
import { expectAnswer } from '../support/documentation/expect-answer.ts'
import { answerGuides, GUIDE_PANEL } from '../support/documentation/guide-models.ts'
import { blocksOf, type MarkdownBlock, markdownFiles } from '../support/documentation/markdown-blocks.ts'
import { runBlock } from '../support/documentation/run-block.ts'
import { ROOT } from '../support/installed-package.ts'
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted-provider.ts'

const MARK = 'run by test/documentation/client-guides.test.ts'
const isRun = ({ mark }: MarkdownBlock) => mark === MARK
const FILES = markdownFiles(ROOT).filter((file) => blocksOf(ROOT, file).some(isRun))

let ollama: ScriptedProvider
let service: ChatService
let folder: string
beforeAll(async () => {
  ollama = await startScriptedProvider(answerGuides)
  service = await openChatService(answerGuides, {
    OPENAI_API_KEY: 'sk-of-the-server',
    ENDPOINTS: `ollama=${ollama.url}`,
    DEFAULT_MODELS: GUIDE_PANEL.join(),
    PANELS: 'mixed=ollama/qwen3,openai/gpt-5.1,anthropic/claude-sonnet-4-5',
  })
  // Inside the project, so that programs find its packages.
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  folder = mkdtempSync(join(ROOT, 'dist/guides-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.stop()
  await ollama.close()
})

// Their types are checked with those of all other pages, in test/end-to-end/documented-commands.test.ts.
it.each(FILES)('every program of %s prints what stands below it', async (file) => {
  const addresses = { edge: service.origin, local: service.origin }
  let printed: string | null = null
  for (const block of blocksOf(ROOT, file)) {
    if (isRun(block)) printed = await runBlock(block, { addresses, folder })
    else if (block.mark !== 'answer') printed = null
    else if (printed !== null) expectAnswer(block, printed)
  }
})
