import type { JsonObject } from '@antiphon/core'

/** A call that the demo wants to make; it gets its id later. */
export type Call = { readonly name: string; readonly input: JsonObject }
