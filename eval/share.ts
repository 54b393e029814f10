/** The share of items of which something is so. */
export function share<Item>(items: Item[], isSo: (item: Item) => boolean): number {
  return items.filter(isSo).length / items.length
}
