/** Placeholder until the model-stream helper writes it. */
export type ModelStreamEvent = { readonly type: string }
