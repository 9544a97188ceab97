/** What the page may ask of the list. */
export type StoryListHandle = {
  readonly move: (step: 1 | -1) => void
  /** Brings an item into sight; the focus stays where it is. */
  readonly reveal: (key: string) => void
  readonly toStart: () => void
  readonly toEnd: () => void
}
