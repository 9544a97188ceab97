import type { ApiRequest } from '../api-request.ts'
import { isObject } from '../json.ts'
import { type MediaBlock, mediaBlocks } from '../media/media-blocks.ts'
import { misplaced } from '../request/block-finding.ts'
import { apiFieldPath, apiPath, blockPath } from '../request/block-path.ts'
import { blocksOfType } from '../request/request-view.ts'
import { unknownTag } from '../request/unknown-tag.ts'
import type { Checks } from '../rule.ts'
import { FILES_BETA } from '../tables/betas.ts'
import { SOURCE_SCHEMAS } from '../tables/block-fields.ts'
import { fieldProblems } from '../tables/field-kinds.ts'
import { PLATFORMS } from '../tables/platforms.ts'

/** Documents, search results and sources. PLT-02 is ours: what a platform does not take (api-rules §3). */
export const documentChecks: Checks = {
  *'PDF-01'(request, target) {
    const limit = target.limits.media
    for (const { view, pdf } of documents(request)) {
      if ((pdf?.pages ?? 0) <= limit) continue
      const place = `${apiPath(view)}.pdf.source.base64.data`
      yield { path: blockPath(view), message: `${place}: A maximum of ${limit} PDF pages may be provided.` }
    }
  },
  *'PDF-02'(request) {
    for (const { view, pdf, source, sourceType } of documents(request)) {
      if (sourceType !== 'base64' || source.media_type !== PDF || typeof source.data !== 'string') continue
      const path = blockPath(view)
      if (!pdf?.isPdf) yield { path, message: 'The PDF specified was not valid.' }
      else if (pdf.encrypted) yield { path, message: 'The PDF specified is password protected.' }
    }
  },
  *'PDF-03'(request) {
    for (const media of mediaBlocks(request)) {
      const { view, source, sourceType } = media
      const path = `${blockPath(view)}.source`
      const known = knownSources(media)
      const schema = SOURCE_SCHEMAS[sourceType]
      if (schema === undefined || !known.includes(sourceType)) {
        yield { path, message: unknownTag(apiFieldPath(view, 'source'), sourceType, known) }
        continue
      }
      const api = apiFieldPath(view, `source.${sourceType}`)
      for (const { field, problem } of fieldProblems(source, schema)) {
        // An image's own rules speak of its data and media type: IMG-05, IMG-08.
        if (view.type === 'image' && sourceType === 'base64') continue
        yield { path: `${path}.${field}`, message: `${api}.${field}: ${problem}` }
      }
      const expected = view.type === 'document' ? DOCUMENT_MEDIA_TYPES[sourceType] : undefined
      if (expected === undefined || typeof source.media_type !== 'string' || source.media_type === expected)
        continue
      yield { path: `${path}.media_type`, message: `${api}.media_type: Input should be '${expected}'` }
    }
  },
  *'CIT-01'(request) {
    for (const type of ['document', 'search_result']) {
      const views = blocksOfType(request, type)
      const enabled = views.map(({ block }) => isObject(block.citations) && block.citations.enabled === true)
      const different = views[enabled.findIndex(value => value !== enabled[0])]
      if (different === undefined) continue
      const message = `messages: citations must be enabled on all \`${type}\` blocks or on none`
      yield { path: `${blockPath(different)}.citations`, message }
    }
  },
  *'SEA-01'(request) {
    for (const view of blocksOfType(request, 'search_result')) {
      yield* misplaced([view], 'user')
      const content: readonly unknown[] = Array.isArray(view.block.content) ? view.block.content : []
      for (const [index, part] of content.entries()) {
        const type = isObject(part) && typeof part.type === 'string' ? part.type : ''
        if (type === 'text') continue
        const message = unknownTag(`${apiFieldPath(view, 'content')}.${index}`, type, ['text'])
        yield { path: `${blockPath(view)}.content.${index}`, message }
      }
    }
  },
  /** Without the beta the API does not know the type (anthropic-sdk-go#237, with a request id and its makers' word). */
  *'FIL-01'(request, target) {
    if (target.betas.includes(FILES_BETA)) return
    for (const media of mediaBlocks(request)) {
      // PLT-02 speaks where the platform takes no files at all.
      if (media.sourceType !== 'file' || !PLATFORMS[target.platform].mediaSources.includes('file')) continue
      const known = knownSources(media).filter(type => type !== 'file')
      const message = unknownTag(apiFieldPath(media.view, 'source'), 'file', known)
      yield { path: `${blockPath(media.view)}.source`, message }
    }
  },
  *'PLT-02'(request, target) {
    const { mediaSources } = PLATFORMS[target.platform]
    for (const { view, sourceType } of mediaBlocks(request)) {
      if (SOURCE_SCHEMAS[sourceType] === undefined || mediaSources.includes(sourceType)) continue
      const message = `${apiFieldPath(view, `source.${sourceType}`)}: this source is not supported on this platform`
      yield { path: `${blockPath(view)}.source`, message }
    }
  },
}

function* documents(request: ApiRequest): Generator<MediaBlock> {
  for (const media of mediaBlocks(request)) if (media.view.type === 'document') yield media
}

const PDF = 'application/pdf'
const IMAGE_SOURCES = ['base64', 'url', 'file']
const DOCUMENT_SOURCES = ['base64', 'url', 'file', 'text', 'content']

/** In the order in which the API's text has them. */
function knownSources({ view }: MediaBlock): readonly string[] {
  return (view.type === 'image' ? IMAGE_SOURCES : DOCUMENT_SOURCES).toSorted()
}

const DOCUMENT_MEDIA_TYPES: Readonly<Record<string, string>> = { base64: PDF, text: 'text/plain' }
