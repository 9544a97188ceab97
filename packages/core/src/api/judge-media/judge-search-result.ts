import { type ContentBlock, isBlank, isContentBlock } from '@antiphon/contract'
import { FINE, type MediaVerdict, refusedMedia } from './media-verdict.ts'

/** SEA-01, EMP-07: a search result names its source and holds nothing but text. */
export function judgeSearchResult(block: ContentBlock): MediaVerdict {
  if (block.type !== 'search_result') return FINE
  const named =
    typeof block.source === 'string' && block.source && typeof block.title === 'string' && block.title
  if (!named) return refusedMedia('SEA-01', 'no source or title')
  const content: unknown = block.content
  const readable =
    Array.isArray(content) &&
    content.length > 0 &&
    content.every(
      inner =>
        isContentBlock(inner) &&
        inner.type === 'text' &&
        typeof inner.text === 'string' &&
        !isBlank(inner.text),
    )
  return readable ? FINE : refusedMedia('EMP-07', 'no text content')
}
