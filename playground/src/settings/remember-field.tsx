interface RememberFieldProps {
  isRemembered: boolean
  onChange: (isRemembered: boolean) => void
}

/** Asks how long a key is kept. */
export function RememberField({ isRemembered, onChange }: RememberFieldProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isRemembered}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>Remember in this browser; otherwise it is forgotten with this tab</span>
    </label>
  )
}
