import { useEffect, useRef, useState } from 'preact/hooks'
import { LIMITS } from '../../../src/contract/limits.ts'
import { count } from '../page/figures.ts'
import { usePanelFigures } from '../reliability/use-panel-figures.ts'
import { voiceLabel } from '../run/voice-label.ts'
import { choosableModels, factsOf, idsIn, modelsMatching } from './listed-models.ts'
import { OWN, offeredPanels } from './panel-choice.ts'
import type { Models } from './use-models.ts'

interface ModelPickerProps {
  chosen: string[]
  models: Models
  onChange: (chosen: string[]) => void
  onClose: () => void
}

const MOST_SHOWN = 200

/** A dialog with every model that can be asked; any other id can be typed. */
export function ModelPicker({ chosen, models, onChange, onClose }: ModelPickerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [panels] = useState(() => [
    ...offeredPanels(models),
    { name: OWN, label: '', models: [...new Set(chosen)], first: [] },
  ])
  const figures = usePanelFigures(panels)
  useEffect(() => dialog.current?.showModal(), [])
  const all = choosableModels(models, chosen)
  const found = modelsMatching(all, text.trim())
  const add = (ids: string[]) => {
    onChange([...new Set([...chosen, ...ids])].slice(0, LIMITS.panelMaximum))
    setText('')
  }
  const addFirst = () => {
    const isId = found.length === 0 || text.includes(',') || all.some(({ id }) => id === text.trim())
    if (text.trim() !== '') add(isId ? idsIn(text) : [found[0]!.id])
  }
  const titles = chosen.map((id) => voiceLabel(id).title).join(', ')
  return (
    <dialog
      ref={dialog}
      class="picker"
      aria-labelledby="picker-title"
      onClose={onClose}
      onKeyDown={(event) => {
        // It lies in the form of the question, which nobody wants to send from here.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      <header>
        <h2 id="picker-title">Choose models</h2>
        <input
          type="search"
          aria-label="Search models"
          placeholder="Name, vendor or id"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') addFirst()
          }}
        />
        <p class="hint">Prices in US dollars per million tokens. Right: as far as your own questions tell.</p>
      </header>
      <ul aria-label="Models that can be asked">
        {found.slice(0, MOST_SHOWN).map((model) => {
          const { title, origin } = voiceLabel(model.id)
          const isChosen = chosen.includes(model.id)
          return (
            <li key={model.id}>
              <label>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={!isChosen && chosen.length >= LIMITS.panelMaximum}
                  onChange={() => {
                    if (isChosen) onChange(chosen.filter((id) => id !== model.id))
                    else onChange([...chosen, model.id])
                  }}
                />
                <span>
                  <b title={model.id}>
                    <bdi>{model.name ?? title}</bdi>
                  </b>
                  <small> {origin}</small>
                </span>
                <span class="hint">
                  {models.router === 'offline' ? '' : factsOf(model, figures).join(' · ')}
                </span>
              </label>
            </li>
          )
        })}
        {found.length > MOST_SHOWN && (
          <li class="hint">{found.length - MOST_SHOWN} more: search to see them.</li>
        )}
        {found.length === 0 && (
          <li>
            <p>No listed model is called so.</p>
            <button type="button" onClick={addFirst}>
              Add “{text.trim()}”
            </button>
          </li>
        )}
      </ul>
      <footer>
        <p role="status">
          {count(chosen.length, 'model')} chosen{titles === '' ? '' : `: ${titles}`}
          {chosen.length >= LIMITS.panelMaximum && '. These are the most that can be asked.'}
        </p>
        <button type="button" class="primary" onClick={() => dialog.current?.close()}>
          Done
        </button>
      </footer>
    </dialog>
  )
}
