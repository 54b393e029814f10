/** Hands a text to the browser as a file to save. */
export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // After the click was handled; the browser has the file by then.
  setTimeout(() => URL.revokeObjectURL(address))
}
