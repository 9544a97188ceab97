import type { ContentBlock } from '@antiphon/contract'

/** What becomes of an image, document or search result. */
export type MediaVerdict =
  | { readonly kind: 'fine' }
  | { readonly kind: 'mended'; readonly rule: string; readonly detail: string; readonly block: ContentBlock }
  | { readonly kind: 'refused'; readonly rule: string; readonly detail: string }

export const FINE: MediaVerdict = { kind: 'fine' }

/** The API would refuse the block, for this reason. */
export function refusedMedia(rule: string, detail: string): MediaVerdict {
  return { kind: 'refused', rule, detail }
}

/** The block can be sent in another form without loss. */
export function mended(rule: string, detail: string, block: ContentBlock): MediaVerdict {
  return { kind: 'mended', rule, detail, block }
}
