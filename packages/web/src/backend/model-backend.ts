/** What the model was sent. */
export type ModelBackend = {}
