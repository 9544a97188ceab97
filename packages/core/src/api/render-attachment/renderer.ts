import type { ContentBlock } from '@antiphon/contract'

/**
 * What a renderer makes of an attachment: text that is going to be wrapped in a reminder, or finished
 * blocks, or null for what the model does not see. Blank text means that no field was usable.
 */
export type Rendering = string | readonly ContentBlock[] | null

/** An attachment as it comes from a file: the names of its fields are known, their values are not. */
export type Untrusted<A> = { readonly [Field in Exclude<keyof A, 'type'>]?: unknown }

/** One renderer for each kind, so that a new kind breaks the build where it has none. */
export type Renderers<A extends { readonly type: string }> = {
  readonly [T in A['type']]: (attachment: Untrusted<Extract<A, { readonly type: T }>>) => Rendering
}

/** The renderer of what is kept for screens and for a resume. */
export function notSeen(): null {
  return null
}
