import type { Brief, ReadingBrief } from '../panel/brief.ts'
import type { ChatMessage, Prompt } from '../panel/model-port.ts'
import { dispute, examination } from './claim-prompts.ts'
import { revision, writing } from './closed-prompts.ts'
import { drawMarker } from './draw-marker.ts'
import { exposition } from './exposition-prompt.ts'
import { checkText, compareAxioms, groupAnswers, mapTexts } from './reading-prompts.ts'
import { comparison, matchDefects, rebuttal, review } from './review-prompts.ts'
import { amendment, rework, synthesis } from './text-prompts.ts'

/**
 * Renders a brief as messages for a language model. What others wrote is quoted unchanged; the tags around it carry a
 * marker that occurs nowhere else in the prompt, so that no text can close its own tag or open another.
 */
export function promptFor(brief: Brief): Prompt {
  const unmarked = messagesOf(brief, '').map(({ content }) => content)
  const marker = drawMarker(unmarked.join('\n'))
  return { messages: messagesOf(brief, marker), marker }
}

/** The messages of a prompt alone. */
export function renderPrompt(brief: Brief): ChatMessage[] {
  return promptFor(brief).messages
}

function messagesOf(brief: Brief, marker: string): ChatMessage[] {
  switch (brief.phase) {
    case 'exposition':
      return exposition(brief, marker)
    case 'reading':
      return reading(brief, marker)
    case 'revision':
      return revision(brief, marker)
    case 'writing':
      return writing(brief, marker)
    case 'synthesis':
      return synthesis(brief, marker)
    case 'amendment':
      return amendment(brief, marker)
    case 'examination':
      return examination(brief, marker)
    case 'dispute':
      return dispute(brief, marker)
    case 'review':
      return review(brief, marker)
    case 'rebuttal':
      return rebuttal(brief, marker)
    case 'rework':
      return rework(brief, marker)
    case 'comparison':
      return comparison(brief, marker)
  }
}

function reading(brief: ReadingBrief, marker: string): ChatMessage[] {
  switch (brief.task) {
    case 'group-answers':
      return groupAnswers(brief, marker)
    case 'compare-axioms':
      return compareAxioms(brief, marker)
    case 'map-texts':
      return mapTexts(brief, marker)
    case 'check-text':
      return checkText(brief, marker)
    case 'match-defects':
      return matchDefects(brief, marker)
  }
}
