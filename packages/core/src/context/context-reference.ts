/** Placeholder until the context helper writes it. */
export type ContextReference = { readonly type: string }
