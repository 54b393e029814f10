/** The id of the element that shows a claim. */
export function claimPlace(number: number): string {
  return `claim-${number}`
}

/** Goes to a claim on the page; the address stays, because it is that of the result. */
export function goToClaim(number: number): void {
  const element = document.getElementById(claimPlace(number))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
