import { stableShuffle } from '../../src/utils/stable-hash.ts'

/** Models that were recorded calling tools, by vendor. Left out are settings that force a call, and a model that was asked with a wrong template. */
const VENDORS: Record<string, string[]> = {
  openai: ['gpt-4-0125-preview-FC', 'gpt-4-1106-preview-FC', 'gpt-4-turbo-2024-04-09-FC', 'gpt-4o-2024-05-13-FC', 'gpt-4o-2024-08-06-FC', 'gpt-4o-mini-2024-07-18-FC', 'gpt-3.5-turbo-0125-FC', 'gpt-4-0613-FC'], // biome-ignore format: a list
  anthropic: ['claude-3-5-sonnet-20240620-FC', 'claude-3-opus-20240229-FC', 'claude-3-sonnet-20240229-FC', 'claude-3-haiku-20240307-FC'], // biome-ignore format: a list
  google: ['gemini-1.0-pro', 'gemini-1.5-flash-preview-0514', 'gemini-1.5-pro-preview-0409', 'gemini-1.5-pro-preview-0514'], // biome-ignore format: a list
  mistral: ['mistral-large-2407-FC-Auto', 'open-mistral-nemo-2407-FC-Auto', 'open-mixtral-8x22b-FC-Auto', 'mistral-small-2402-FC-Auto'], // biome-ignore format: a list
  meetkai: ['meetkai_functionary-medium-v3.1-FC', 'meetkai_functionary-small-v3.1-FC', 'meetkai_functionary-small-v3.2-FC'], // biome-ignore format: a list
  salesforce: ['Salesforce_xLAM-7b-fc-r', 'Salesforce_xLAM-1b-fc-r'],
  ibm: ['ibm-granite_granite-20b-functioncalling'],
  '01.ai': ['yi-large-fc'],
  cohere: ['command-r-plus-FC'],
  fireworks: ['firefunction-v2-FC', 'firefunction-v1-FC'],
  nous: ['NousResearch_Hermes-2-Pro-Llama-3-70B', 'NousResearch_Hermes-2-Pro-Llama-3-8B', 'NousResearch_Hermes-2-Pro-Mistral-7B', 'NousResearch_Hermes-2-Theta-Llama-3-8B'], // biome-ignore format: a list
  zhipu: ['THUDM_glm-4-9b-chat'],
}
export const MODELS = Object.values(VENDORS).flat()

/** Panels of five, their members by the alphabet: ties go to the order of the panel, which shall not say who is best. */
export const NAMED_PANELS: Record<string, string[]> = {
  'best of five vendors': ['Salesforce_xLAM-7b-fc-r', 'gpt-4-0125-preview-FC', 'ibm-granite_granite-20b-functioncalling', 'meetkai_functionary-medium-v3.1-FC', 'yi-large-fc'], // biome-ignore format: a list
  'flagships of five vendors': ['claude-3-5-sonnet-20240620-FC', 'command-r-plus-FC', 'gemini-1.5-pro-preview-0514', 'gpt-4o-2024-08-06-FC', 'mistral-large-2407-FC-Auto'], // biome-ignore format: a list
  'middle of five vendors': ['NousResearch_Hermes-2-Pro-Llama-3-70B', 'Salesforce_xLAM-1b-fc-r', 'firefunction-v2-FC', 'gemini-1.5-flash-preview-0514', 'meetkai_functionary-small-v3.2-FC'], // biome-ignore format: a list
  mixed: ['NousResearch_Hermes-2-Pro-Mistral-7B', 'THUDM_glm-4-9b-chat', 'claude-3-opus-20240229-FC', 'gemini-1.5-pro-preview-0409', 'gpt-4-0125-preview-FC'], // biome-ignore format: a list
  'five of one vendor': ['gpt-4-0125-preview-FC', 'gpt-4-turbo-2024-04-09-FC', 'gpt-4o-2024-05-13-FC', 'gpt-4o-2024-08-06-FC', 'gpt-4o-mini-2024-07-18-FC'], // biome-ignore format: a list
  'four of five make one call at most': ['THUDM_glm-4-9b-chat', 'claude-3-haiku-20240307-FC', 'firefunction-v1-FC', 'gpt-4-0613-FC', 'gpt-4-0125-preview-FC'], // biome-ignore format: a list
}

/** Panels of any models, the same for the same seed. */
export function drawPanels(count: number, size: number, seed: string, from = MODELS): string[][] {
  return Array.from({ length: count }, (_, time) =>
    stableShuffle(from, (model) => model, `${seed} ${size} ${time}`).slice(0, size),
  )
}

/** Panels with one model of each of some vendors. */
export function drawVendors(count: number, size: number, seed: string): string[][] {
  return Array.from({ length: count }, (_, time) =>
    stableShuffle(Object.values(VENDORS), ([first]) => first!, `${seed} ${time}`)
      .slice(0, size)
      .map((models) => stableShuffle(models, (model) => model, `${seed} model ${time}`)[0]!),
  )
}
