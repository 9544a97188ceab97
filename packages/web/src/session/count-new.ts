/** How many items stand behind the one that was seen last; none where it is not known. */
export function countNew(items: readonly { readonly key: string }[], seen: string | undefined): number {
  if (seen === undefined) return 0
  const index = items.findLastIndex(({ key }) => key === seen)
  return index === -1 ? 0 : items.length - 1 - index
}
