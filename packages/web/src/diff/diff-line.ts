/** A line of a change; numbers are those of the old and of the new file, where they are known. */
export type DiffLine = {
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  readonly text: string
  readonly before?: number
  readonly after?: number
}
