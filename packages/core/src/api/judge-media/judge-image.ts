import type { ContentBlock } from '@antiphon/contract'
import {
  FILES_BETA,
  IMAGE_MEDIA_TYPES,
  inspectImage,
  isBase64,
  isFetchedUrl,
  isObject,
  PLATFORMS,
} from '@antiphon/contract'
import { toName } from '../note.ts'
import type { StepContext } from '../step.ts'
import { FINE, type MediaVerdict, mended, refusedMedia } from './media-verdict.ts'

/** IMG-01 to IMG-08: judges an image by its bytes, and counts it against the request's budget. */
export function judgeImage(block: ContentBlock, context: StepContext): MediaVerdict {
  const source: unknown = 'source' in block ? block.source : undefined
  if (!isObject(source)) return refusedMedia('IMG-08', 'no source')
  const { limits, platform, betas } = context.target
  if (
    !IMAGE_SOURCES.has(source.type as string) ||
    !PLATFORMS[platform].mediaSources.includes(source.type as string)
  ) {
    return refusedMedia('IMG-08', `source ${toName(source.type)} is not taken there`)
  }
  const { media } = context.ledger
  if (media.images + media.pages >= limits.media)
    return refusedMedia('IMG-04', `more than ${limits.media} media`)
  if (source.type === 'url')
    return isFetchedUrl(source.url)
      ? count(context, false)
      : refusedMedia('IMG-09', 'no address that the API fetches')
  if (source.type === 'file') {
    const usable = typeof source.file_id === 'string' && source.file_id !== '' && betas.includes(FILES_BETA)
    return usable ? count(context, false) : refusedMedia('FIL-01', 'the uploaded file cannot be named here')
  }
  return judgeBytes(block, source, context)
}

const IMAGE_SOURCES: ReadonlySet<string> = new Set(['base64', 'url', 'file'])

function judgeBytes(
  block: ContentBlock,
  source: Readonly<Record<string, unknown>>,
  context: StepContext,
): MediaVerdict {
  const { limits } = context.target
  if (typeof source.data !== 'string') return refusedMedia('IMG-08', 'no data')
  const data = source.data.replace(/^data:[^,]*,/, '')
  if (data === '') return refusedMedia('IMG-08', 'image is empty')
  if (data.length > limits.imageBase64Bytes) {
    return refusedMedia('IMG-01', `${data.length} bytes are more than ${limits.imageBase64Bytes}`)
  }
  if (!isBase64(data)) return refusedMedia('IMG-08', 'data is not base64')
  const { mediaType, width, height } = inspectImage(data)
  if (mediaType === null || !IMAGE_MEDIA_TYPES.includes(mediaType))
    return refusedMedia('IMG-07', 'not a JPEG, PNG, GIF or WebP')
  if (width === null || height === null || width === 0 || height === 0)
    return refusedMedia('IMG-07', 'the image is damaged')
  const side = Math.max(width, height)
  if (side > limits.imageSide)
    return refusedMedia('IMG-02', `${side} pixels are more than ${limits.imageSide}`)
  const crowded = tooManyWith(side > limits.manyImageSide, context)
  if (crowded) return crowded
  count(context, side > limits.manyImageSide)
  const exact = { type: 'base64', media_type: mediaType, data }
  if (source.media_type === mediaType && data === source.data && Object.keys(source).length === 3) return FINE
  return mended('IMG-06', `image is ${mediaType}`, { ...block, source: exact } as ContentBlock)
}

/**
 * IMG-03: more than twenty images are allowed only if none is large. What was sent stays as it is,
 * so it is the newcomer that has to wait for the next compaction.
 */
function tooManyWith(large: boolean, context: StepContext): MediaVerdict | null {
  const { media } = context.ledger
  const { manyImages, manyImageSide } = context.target.limits
  if (media.images < manyImages || (!large && media.largeImages === 0)) return null
  return refusedMedia(
    'IMG-03',
    `more than ${manyImages} images, of which one is larger than ${manyImageSide} pixels`,
  )
}

function count(context: StepContext, large: boolean): MediaVerdict {
  const { images, pages, largeImages } = context.ledger.media
  context.ledger.media = { images: images + 1, pages, largeImages: largeImages + (large ? 1 : 0) }
  return FINE
}
