import type { ApiRequest } from '../api-request.ts'
import { type MediaBlock, mediaBlocks } from '../media/media-blocks.ts'
import { misplaced } from '../request/block-finding.ts'
import { apiFieldPath, blockPath } from '../request/block-path.ts'
import type { Checks, Finding } from '../rule.ts'
import { IMAGE_MEDIA_TYPES, isFetchedUrl } from '../tables/patterns.ts'

/**
 * Images, wherever they stand. Of IMG-09 a request shows only what the API does not even try to fetch; whether
 * something is there it does not show.
 */
export const imageChecks: Checks = {
  *'IMG-01'(request, target) {
    const limit = target.limits.imageBase64Bytes
    for (const media of base64Images(request)) {
      const length = typeof media.source.data === 'string' ? media.source.data.length : 0
      if (length <= limit) continue
      const megabytes = `${Number((limit / (1024 * 1024)).toFixed(2))} MB`
      yield sourceFinding(media, '', `image exceeds ${megabytes} maximum: ${length} bytes > ${limit} bytes`)
    }
  },
  *'IMG-02'(request, target) {
    const limit = target.limits.imageSide
    for (const media of base64Images(request)) {
      if (longestSide(media) <= limit) continue
      const problem = `At least one of the image dimensions exceed max allowed size: ${limit} pixels`
      yield sourceFinding(media, 'data', problem)
    }
  },
  *'IMG-03'(request, target) {
    const { imageSide, manyImages, manyImageSide } = target.limits
    if ([...images(request)].length <= manyImages) return
    for (const media of base64Images(request)) {
      const side = longestSide(media)
      if (side <= manyImageSide || side > imageSide) continue
      const rule = 'exceed max allowed size for many-image requests'
      yield sourceFinding(
        media,
        'data',
        `At least one of the image dimensions ${rule}: ${manyImageSide} pixels`,
      )
    }
  },
  *'IMG-04'(request, target) {
    let pages = 0
    let pictures = 0
    for (const { view, pdf } of mediaBlocks(request)) {
      if (view.type === 'image') pictures += 1
      // A document whose pages cannot be counted cheaply has at least one.
      else if (pdf?.isPdf) pages += pdf.pages ?? 1
    }
    const limit = target.limits.media
    if (pages + pictures <= limit) return
    const message = `Too much media: ${pages} document pages + ${pictures} images > ${limit}`
    yield { path: 'messages', message }
  },
  *'IMG-05'(request) {
    for (const media of base64Images(request)) {
      if (isImageType(media.source.media_type)) continue
      const problem = "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"
      yield sourceFinding(media, 'media_type', problem)
    }
  },
  *'IMG-06'(request) {
    for (const media of base64Images(request)) {
      const claimed = media.source.media_type
      const actual = media.image?.mediaType
      if (!isImageType(claimed) || actual == null || actual === claimed) continue
      const rule = `The image was specified using the ${claimed} media type`
      yield sourceFinding(media, '', `${rule}, but the image appears to be a ${actual} image`)
    }
  },
  *'IMG-07'(request) {
    for (const { view, image } of images(request)) {
      if (image === null || (image.mediaType !== null && image.width !== null)) continue
      yield { path: blockPath(view), message: 'Could not process image' }
    }
  },
  *'IMG-08'(request) {
    for (const media of base64Images(request)) {
      const value = media.source.data
      if (value === undefined || value === '') yield sourceFinding(media, 'data', 'image cannot be empty')
      else if (media.image === null) yield sourceFinding(media, 'data', 'Input should be valid base64')
    }
  },
  *'IMG-09'(request) {
    for (const { view, source, sourceType } of mediaBlocks(request)) {
      // PDF-03 reports a URL that is missing or no text.
      if (sourceType !== 'url' || typeof source.url !== 'string' || isFetchedUrl(source.url)) continue
      yield { path: `${blockPath(view)}.source.url`, message: 'Only HTTPS URLs are supported.' }
    }
  },
  *'IMG-10'(request) {
    for (const { view } of images(request)) yield* misplaced([view], 'user')
  },
}

function* images(request: ApiRequest): Generator<MediaBlock> {
  for (const media of mediaBlocks(request)) if (media.view.type === 'image') yield media
}

function* base64Images(request: ApiRequest): Generator<MediaBlock> {
  for (const media of images(request)) if (media.sourceType === 'base64') yield media
}

function sourceFinding({ view }: MediaBlock, field: string, problem: string): Finding {
  const path = field === '' ? 'source' : `source.${field}`
  const api = apiFieldPath(view, field === '' ? 'source.base64' : `source.base64.${field}`)
  return { path: `${blockPath(view)}.${path}`, message: `${api}: ${problem}` }
}

function longestSide({ image }: MediaBlock): number {
  return Math.max(image?.width ?? 0, image?.height ?? 0)
}

function isImageType(mediaType: unknown): mediaType is string {
  return typeof mediaType === 'string' && IMAGE_MEDIA_TYPES.includes(mediaType)
}
