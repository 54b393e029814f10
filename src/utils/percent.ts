/** A share as whole percent: how every figure of a panel is shown to people. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}
