import { useState } from 'preact/hooks'
import { QuestionBox } from '../ask/question-box.tsx'
import { useModels } from '../ask/use-models.ts'
import { count } from '../page/figures.ts'
import { thisTab } from '../settings/storage.ts'
import { sentTurns } from './follow-up.ts'
import type { Thread } from './use-thread.ts'

interface NextMessageProps {
  thread: Thread
  /** Of the result that it follows. */
  id: string
  onSend: (text: string) => void
}

/** A box for the next message, which the same models answer knowing what was said before. */
export function NextMessage({ thread, id, onSend }: NextMessageProps) {
  const draft = `stretto.next.${id}`
  const [text, setText] = useState(() => thisTab.read(draft) ?? '')
  const { models } = useModels()
  if (models?.router === 'offline')
    return (
      <p class="hint next-message">
        Follow-up questions need a language model. <a href="#/settings">Connect one</a>, or{' '}
        <a href="#/">ask a new question</a>.
      </p>
    )
  const isReady = text.trim() !== '' && !thread.isLoading
  const change = (changed: string) => {
    thisTab.write(draft, changed)
    setText(changed)
  }
  const send = () => {
    if (!isReady) return
    thisTab.remove(draft)
    onSend(text.trim())
  }
  return (
    <form
      class="next-message"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div class="next-question">
        <QuestionBox
          label="Next message"
          placeholder="Ask a follow-up"
          rows={1}
          value={text}
          onChange={change}
          onSubmit={send}
        />
        {text !== '' && <p class="hint">{noteOn(thread)}</p>}
      </div>
      <button type="submit" class="primary" disabled={!isReady}>
        Send
      </button>
    </form>
  )
}

/** What is not sent with the next message, if anything. */
function noteOn({ past, state, knowsOptions }: Thread): string {
  const turns = [...past.map((turn) => turn.state), ...(state === null ? [] : [state])]
  const left = turns.length - sentTurns(turns).length
  return [
    ...(left > 0 ? [`${count(left, 'earlier turn')} will not be sent: too long, or without an answer.`] : []),
    ...(knowsOptions
      ? []
      : ['The same models will answer; other options of the first question are not known here.']),
  ].join(' ')
}
