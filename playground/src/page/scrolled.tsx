import type { ComponentChildren } from 'preact'

interface ScrolledProps {
  label: string
  class: string
  children: ComponentChildren
}

interface TableProps {
  label: string
  class?: string
  columns: ComponentChildren[]
  /** The rows. */
  children: ComponentChildren
}

/** A table, which is scrolled where it is too wide. */
export function Table({ label, class: name, columns, children }: TableProps) {
  return (
    <Scrolled class="scrolled" label={label}>
      <table class={name}>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th key={place} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrolled>
  )
}

/** Something larger than its place. It can have the focus, so that it is scrolled with the keyboard too. */
export function Scrolled({ label, class: name, children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, a section would be a landmark
    <div class={name} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  )
}
