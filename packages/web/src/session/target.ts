/** Where to open a session: at its end unless told, or at a message. */
export type Target = {
  readonly uuid?: string | undefined
  readonly seq?: number | undefined
}
