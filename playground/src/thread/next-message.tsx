import { useState } from 'preact/hooks'
import { type AddedFile, fitted, withFiles } from '../ask/added-files.ts'
import { FileField } from '../ask/file-field.tsx'
import { QuestionBox } from '../ask/question-box.tsx'
import { useModels } from '../ask/use-models.ts'
import { count } from '../page/figures.ts'
import { thisTab } from '../settings/storage.ts'
import { sentTurns } from './follow-up.ts'
import type { NextTurn, Thread } from './use-thread.ts'

interface NextMessageProps {
  thread: Thread
  /** Of the result that it follows. */
  id: string
  onSend: (next: NextTurn) => void
}

/** A box for the next message, which the same models answer knowing what was said before. */
export function NextMessage({ thread, id, onSend }: NextMessageProps) {
  const draft = `stretto.next.${id}`
  const [text, setText] = useState(() => thisTab.read(draft) ?? '')
  const [added, setAdded] = useState<AddedFile[]>([])
  const { models } = useModels()
  if (models?.router === 'offline')
    return (
      <p class="hint next-message">
        Follow-up questions need a language model. <a href="#/settings">Connect one</a>, or{' '}
        <a href="#/">ask a new question</a>.
      </p>
    )
  const next = thread.followUp(text.trim())
  const files = next === null ? added : fitted(added, next.request)
  const isReading = files.some(({ kind }) => kind === 'reading')
  const isReady = text.trim() !== '' && !thread.isLoading && !isReading
  const change = (changed: string) => {
    thisTab.write(draft, changed)
    setText(changed)
  }
  const send = () => {
    if (!isReady || next === null) return
    thisTab.remove(draft)
    onSend({ ...next, request: withFiles(next.request, files) })
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
        <FileField files={files} onChange={setAdded} />
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
