/** Placeholder until the attachment helper writes it. */
export type Attachment = { readonly type: string; readonly [field: string]: unknown }
