import { useEffect, useRef, useState } from 'preact/hooks'
import { type AddedFile, inBytes, named } from './added-files.ts'
import { readFile } from './read-file.ts'

interface FileFieldProps {
  files: AddedFile[]
  onChange: (change: (before: AddedFile[]) => AddedFile[]) => void
}

/** Files that come with a question: chosen, pasted, or dropped anywhere on the page. Nothing is sent before it is asked. */
export function FileField({ files, onChange }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOver, setOver] = useState(false)
  const add = async (list: FileList | null | undefined) => {
    const given = [...(list ?? [])]
    const added = named(given, files)
    onChange((before) => [...before, ...added])
    for (const [place, file] of given.entries()) {
      const content = await readFile(file)
      const { name } = added[place]!
      onChange((before) => before.map((one) => (one.name === name ? { ...one, ...content } : one)))
    }
  }
  const adding = useRef(add)
  adding.current = add
  useEffect(() => {
    const leaving = new AbortController()
    const listen = <Name extends 'dragover' | 'dragleave' | 'drop' | 'paste'>(
      name: Name,
      react: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, react, { signal: leaving.signal })
    listen('dragover', (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    })
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false))
    listen('drop', (event) => {
      setOver(false)
      if (!event.dataTransfer?.files.length) return
      event.preventDefault()
      void adding.current(event.dataTransfer.files)
    })
    listen('paste', (event) => {
      const { files: pasted, types } = event.clipboardData ?? { files: [], types: [] as string[] }
      // What office programs copy is a text, and a picture of it.
      if (pasted.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      void adding.current(pasted as FileList)
    })
    return () => leaving.abort()
  }, [])
  const remove = (name: string) => {
    onChange((before) => before.filter((one) => one.name !== name))
    button.current?.focus()
  }
  return (
    <div class="files" data-over={isOver || undefined}>
      {files.length > 0 && (
        <ul aria-label="Files" aria-live="polite">
          {files.map(({ name, size, kind, content, note }) => (
            <li key={name} class={kind}>
              {kind === 'picture' && <img src={content} alt="" />}
              <span>
                <b dir="auto">{name}</b> <span class="hint">{inBytes(size)}</span>
                <span class={kind === 'refused' ? 'caution' : 'hint'}>
                  {kind === 'refused' ? `Not sent. ${note}` : note}
                </span>
              </span>
              <button type="button" class="quiet" aria-label={`Remove ${name}`} onClick={() => remove(name)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <button ref={button} type="button" class="quiet" onClick={() => input.current?.click()}>
          Add files
        </button>
        <span class="hint">
          {isOver ? 'Drop them here.' : 'PDFs, pictures or texts. You can also drop or paste them.'}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          void add(currentTarget.files)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}
