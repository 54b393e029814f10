import type { Tool } from '../tool.ts'
import { askPanel } from './ask-panel.ts'
import { checkClaim } from './check-claim.ts'
import { getResult } from './get-result.ts'
import { searchAxioms } from './search-axioms.ts'

/** All tools, in the order in which they are listed. */
export const TOOLS: Tool[] = [askPanel, checkClaim, searchAxioms, getResult]
