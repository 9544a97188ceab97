/** Where to open a session: at its end unless told, or at a message. */
export type Target = {
  readonly uuid?: string | undefined
  readonly seq?: number | undefined
  /** What was read there, and how far below the upper edge it began. */
  readonly rest?: { readonly key: string; readonly top: number } | undefined
}
