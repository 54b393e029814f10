import { useState } from 'preact/hooks'
import { count } from '../page/figures.ts'
import { voiceLabel } from '../run/voice-label.ts'
import type { AskFormState } from './ask-form-state.ts'
import { ModelField } from './model-field.tsx'
import { choosablePanels, chosenPanel, type OfferedPanel, OWN } from './panel-choice.ts'
import { readSavedPanels, savePanel } from './saved-panels.ts'
import type { Models } from './use-models.ts'

interface PanelFieldProps {
  form: AskFormState
  models: Models | null
  onChange: (change: Partial<AskFormState>) => void
}

/** Who is asked: the default panel, another that is offered, or models of the reader's choice. */
export function PanelField({ form, models, onChange }: PanelFieldProps) {
  const [saved, setSaved] = useState(readSavedPanels)
  const offered = choosablePanels(models, saved)
  const [isChoosing, setChoosing] = useState(false)
  const chosen = isChoosing ? OWN : chosenPanel(form, offered)
  return (
    <fieldset class="who">
      <legend>Who is asked</legend>
      <div class="panels">
        {offered.map((panel) => (
          <div class="slot" key={panel.name}>
            <label class="panel">
              <input
                type="radio"
                name="panel"
                checked={chosen === panel.name}
                onChange={() => {
                  setChoosing(false)
                  onChange({ models: panel.name === '' ? [] : panel.models, first: panel.first })
                }}
              />
              <span>
                <b>{panel.label}</b>
                <Members panel={panel} />
              </span>
            </label>
            {saved.some(({ name }) => panel.name === `saved/${name}`) && (
              <button
                type="button"
                class="quiet"
                aria-label={`Forget ${panel.label}`}
                onClick={() => setSaved(savePanel({ name: panel.label, models: [] }))}
              >
                Forget
              </button>
            )}
          </div>
        ))}
        <label class="panel">
          <input type="radio" name="panel" checked={chosen === OWN} onChange={() => setChoosing(true)} />
          <span>
            <b>Choose models …</b>
            <span class="members">
              {chosen === OWN && form.models.length > 0
                ? `${count(form.models.length, 'model')} chosen`
                : 'any that this service can reach'}
            </span>
          </span>
        </label>
      </div>
      {chosen === OWN && (
        <ModelField
          chosen={form.models}
          models={models}
          onChange={(list) => {
            setChoosing(true)
            onChange({ models: list, first: [] })
          }}
          onSave={(name) => {
            setSaved(savePanel({ name, models: form.models }))
            setChoosing(false)
          }}
        />
      )}
    </fieldset>
  )
}

/** The models of a panel by their short names, with where they come from. */
function Members({ panel: { name, models, first } }: { panel: OfferedPanel }) {
  const later = models.filter((model) => !first.includes(model))
  if (models.length === 0)
    return <span class="members">{name === '' ? 'the models that the service chooses' : ''}</span>
  return (
    <span class="members">
      {first.length > 0 && (
        <>
          <Names models={first} /> first; if they do not agree:{' '}
        </>
      )}
      <Names models={later} />
    </span>
  )
}

function Names({ models }: { models: string[] }) {
  return (
    <>
      {models.map((model, place) => {
        const { title, origin } = voiceLabel(model)
        return (
          <span key={`${model} ${place}`}>
            <bdi title={model}>{title}</bdi>
            {origin !== '' && <small> {origin}</small>}
            {place < models.length - 1 && ',\u00a0'}
          </span>
        )
      })}
    </>
  )
}
