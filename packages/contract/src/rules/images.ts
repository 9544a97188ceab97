import type { ApiRequest } from '../api-request.ts'
import type { ApiTarget } from '../api-target.ts'
import { type MediaBlock, mediaBlocks } from '../media/media-blocks.ts'
import { apiFieldPath, blockPath } from '../request/block-path.ts'
import type { Finding, Rule } from '../rule.ts'
import { IMAGE_MEDIA_TYPES, isFetchedUrl } from '../tables/patterns.ts'

/**
 * Images, wherever they stand. Of IMG-09 a request shows only what the API does not even try to fetch; whether
 * something is there it does not show.
 */
export const imageRules: readonly Rule[] = [
  {
    id: 'IMG-01',
    title: 'An image is not larger than the platform takes, counted in base64.',
    level: 'well-formed',
    confidence: 'A',
    check: sizes,
  },
  {
    id: 'IMG-02',
    title: 'An image is not wider or higher than the API takes.',
    level: 'well-formed',
    confidence: 'A',
    check: sides,
  },
  {
    id: 'IMG-03',
    title: 'Among many images each one is smaller still.',
    level: 'well-formed',
    confidence: 'A',
    check: manyImageSides,
  },
  {
    id: 'IMG-04',
    title: 'There are not more images and pages than the model takes.',
    level: 'well-formed',
    confidence: 'A',
    check: mediaCount,
  },
  {
    id: 'IMG-05',
    title: 'An image is JPEG, PNG, GIF or WebP.',
    level: 'well-formed',
    confidence: 'A',
    check: mediaTypes,
  },
  {
    id: 'IMG-06',
    title: 'An image is of the type that it claims.',
    level: 'well-formed',
    confidence: 'A',
    check: claimedTypes,
  },
  {
    id: 'IMG-07',
    title: 'An image can be decoded.',
    level: 'well-formed',
    confidence: 'A',
    check: undecodable,
  },
  {
    id: 'IMG-08',
    title: 'An image has data, in plain base64.',
    level: 'well-formed',
    confidence: 'C',
    check: data,
  },
  {
    id: 'IMG-09',
    title: 'An address is one that the API fetches.',
    level: 'well-formed',
    confidence: 'A',
    check: addresses,
  },
  {
    id: 'IMG-10',
    title: 'Images stand in user messages and tool results.',
    level: 'well-formed',
    confidence: 'C',
    check: places,
  },
]

function* images(request: ApiRequest): Generator<MediaBlock> {
  for (const media of mediaBlocks(request)) if (media.view.type === 'image') yield media
}

function* base64Images(request: ApiRequest): Generator<MediaBlock> {
  for (const media of images(request)) if (media.sourceType === 'base64') yield media
}

function finding({ view }: MediaBlock, field: string, problem: string): Finding {
  const path = field === '' ? 'source' : `source.${field}`
  const api = apiFieldPath(view, field === '' ? 'source.base64' : `source.base64.${field}`)
  return { path: `${blockPath(view)}.${path}`, message: `${api}: ${problem}` }
}

function* sizes(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const limit = target.limits.imageBase64Bytes
  for (const media of base64Images(request)) {
    const length = typeof media.source.data === 'string' ? media.source.data.length : 0
    if (length <= limit) continue
    const megabytes = `${Number((limit / (1024 * 1024)).toFixed(2))} MB`
    yield finding(media, '', `image exceeds ${megabytes} maximum: ${length} bytes > ${limit} bytes`)
  }
}

function longestSide({ image }: MediaBlock): number {
  return Math.max(image?.width ?? 0, image?.height ?? 0)
}

function* sides(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const limit = target.limits.imageSide
  for (const media of base64Images(request)) {
    if (longestSide(media) <= limit) continue
    const problem = `At least one of the image dimensions exceed max allowed size: ${limit} pixels`
    yield finding(media, 'data', problem)
  }
}

function* manyImageSides(request: ApiRequest, target: ApiTarget): Generator<Finding> {
  const { imageSide, manyImages, manyImageSide } = target.limits
  if ([...images(request)].length <= manyImages) return
  for (const media of base64Images(request)) {
    const side = longestSide(media)
    if (side <= manyImageSide || side > imageSide) continue
    const rule = 'exceed max allowed size for many-image requests'
    yield finding(media, 'data', `At least one of the image dimensions ${rule}: ${manyImageSide} pixels`)
  }
}

function* mediaCount(request: ApiRequest, target: ApiTarget): Generator<Finding> {
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
}

function* mediaTypes(request: ApiRequest): Generator<Finding> {
  for (const media of base64Images(request)) {
    if (isImageType(media.source.media_type)) continue
    const problem = "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"
    yield finding(media, 'media_type', problem)
  }
}

function isImageType(mediaType: unknown): mediaType is string {
  return typeof mediaType === 'string' && IMAGE_MEDIA_TYPES.includes(mediaType)
}

function* claimedTypes(request: ApiRequest): Generator<Finding> {
  for (const media of base64Images(request)) {
    const claimed = media.source.media_type
    const actual = media.image?.mediaType
    if (!isImageType(claimed) || actual == null || actual === claimed) continue
    const rule = `The image was specified using the ${claimed} media type`
    yield finding(media, '', `${rule}, but the image appears to be a ${actual} image`)
  }
}

function* undecodable(request: ApiRequest): Generator<Finding> {
  for (const { view, image } of images(request)) {
    if (image === null || (image.mediaType !== null && image.width !== null)) continue
    yield { path: blockPath(view), message: 'Could not process image' }
  }
}

function* data(request: ApiRequest): Generator<Finding> {
  for (const media of base64Images(request)) {
    const value = media.source.data
    if (value === undefined || value === '') yield finding(media, 'data', 'image cannot be empty')
    else if (media.image === null) yield finding(media, 'data', 'Input should be valid base64')
  }
}

function* addresses(request: ApiRequest): Generator<Finding> {
  for (const { view, source, sourceType } of mediaBlocks(request)) {
    // PDF-03 reports a URL that is missing or no text.
    if (sourceType !== 'url' || typeof source.url !== 'string' || isFetchedUrl(source.url)) continue
    yield { path: `${blockPath(view)}.source.url`, message: 'Only HTTPS URLs are supported.' }
  }
}

function* places(request: ApiRequest): Generator<Finding> {
  for (const { view } of images(request)) {
    if (view.role !== 'assistant' || view.parent !== null) continue
    const message = `messages.${view.message}: \`image\` blocks can only be in \`user\` messages`
    yield { path: blockPath(view), message }
  }
}
