import type { Vendor } from '../settings/key.ts'

/** Where models come from: a vendor or a router with a key, or a server at an address. */
export type Source =
  | { name: Vendor; title: string; hint: string; placeholder: string; keysAt: string }
  | { name: string; title: string; hint: string; address: string }

export const SOURCES: Source[] = [
  {
    name: 'openrouter',
    title: 'OpenRouter',
    hint: 'One key for the models of all vendors.',
    placeholder: 'sk-or-…',
    keysAt: 'openrouter.ai/keys',
  },
  {
    name: 'openai',
    title: 'OpenAI',
    hint: 'For the models of OpenAI.',
    placeholder: 'sk-…',
    keysAt: 'platform.openai.com/api-keys',
  },
  {
    name: 'anthropic',
    title: 'Anthropic',
    hint: 'For the models of Anthropic.',
    placeholder: 'sk-ant-…',
    keysAt: 'console.anthropic.com/settings/keys',
  },
  {
    name: 'gemini',
    title: 'Gemini',
    hint: 'For the models of Google.',
    placeholder: 'AIza…',
    keysAt: 'aistudio.google.com/apikey',
  },
  {
    name: 'ollama',
    title: 'Ollama',
    hint: 'Fetch two models first, for instance with “ollama pull llama3.2”.',
    address: 'http://127.0.0.1:11434/v1',
  },
  {
    name: 'lm-studio',
    title: 'LM Studio',
    hint: 'Start its server (Developer, Start Server) and load two models.',
    address: 'http://127.0.0.1:1234/v1',
  },
  {
    name: 'vllm',
    title: 'vLLM',
    hint: 'Start it with “--port 8001”: port 8000 is taken by the task API of this service.',
    address: 'http://127.0.0.1:8001/v1',
  },
  {
    name: 'llama-cpp',
    title: 'llama.cpp',
    hint: 'It serves one model each: put llama-swap or LiteLLM in front for a panel.',
    address: 'http://127.0.0.1:8080/v1',
  },
  {
    name: 'server',
    title: 'Another server',
    hint: 'Any server that speaks the protocol of OpenAI.',
    address: 'http://127.0.0.1:4000/v1',
  },
]

/** What people call a source; servers of other names are called by those. */
export function titleOf(name: string): string {
  return SOURCES.find((source) => source.name === name)?.title ?? name
}
