import { isObject } from '../../message/json.ts'
import type { ApiRequest } from './api-request.ts'
import { type ImageHeader, inspectImage, inspectPdf, isBase64, type PdfHeader } from './media.ts'
import { type BlockView, perRequest, viewRequest } from './request-view.ts'

/** An image or document with its source. */
export type MediaBlock = {
  readonly view: BlockView
  readonly source: Readonly<Record<string, unknown>>
  readonly sourceType: string
  /** What the base64 data say of themselves; null for other sources and for what is no base64. */
  readonly image: ImageHeader | null
  readonly pdf: PdfHeader | null
}

/** The images and documents of a request, looked into once for all rules. */
export const mediaBlocks: (request: ApiRequest) => readonly MediaBlock[] = perRequest(request => {
  const found: MediaBlock[] = []
  for (const view of viewRequest(request).blocks) {
    const { source } = view.block
    if ((view.type !== 'image' && view.type !== 'document') || !isObject(source)) continue
    const sourceType = typeof source.type === 'string' ? source.type : ''
    const data =
      sourceType === 'base64' && typeof source.data === 'string' && isBase64(source.data) ? source.data : null
    const image = view.type === 'image' && data !== null ? inspectImage(data) : null
    const pdf = view.type === 'document' && data !== null ? inspectPdf(data) : null
    found.push({ view, source, sourceType, image, pdf })
  }
  return found
})
