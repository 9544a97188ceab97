import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ContentBlock as AcpBlock } from '@agentclientprotocol/sdk'
import { type ContentBlock, isObject } from '@antiphon/contract'
import type { ContextReference } from '@antiphon/core'
import type { AttachedContext, AttachedImage } from '@antiphon/core/chat'
import { isContextContent, parseContext } from '@antiphon/core/context'

/** What a person says in an editor, as our own chat has it. */
export type EditorPrompt = {
  readonly text: string
  readonly contexts: readonly AttachedContext[]
  readonly images: readonly AttachedImage[]
  /** What of it cannot be taken, in words. */
  readonly refused: string | null
}

/** Reads a prompt of the protocol: links and embedded files become what a person attaches. */
export function readEditorPrompt(blocks: readonly AcpBlock[], cwd: string): EditorPrompt {
  const texts: string[] = []
  const contexts: AttachedContext[] = []
  const images: AttachedImage[] = []
  let refused: string | null = null
  const attach = (uri: string, content: string | null, title?: string | null): void => {
    const reference = toReference(uri, cwd, title)
    contexts.push({ reference, content })
  }
  for (const block of blocks) {
    switch (block.type) {
      case 'text':
        texts.push(block.text)
        break
      case 'image':
        if (isImageType(block.mimeType))
          images.push({ name: block.uri ?? 'image', mediaType: block.mimeType, data: block.data })
        else refused = `A picture of the type ${block.mimeType} cannot be sent; PNG, JPEG, GIF and WebP can.`
        break
      case 'resource_link':
        attach(block.uri, null, block.title ?? block.name)
        break
      case 'resource': {
        const { resource } = block
        if ('text' in resource) attach(resource.uri, resource.text)
        else if (isImageType(resource.mimeType))
          images.push({ name: resource.uri, mediaType: resource.mimeType, data: resource.blob })
        else attach(resource.uri, null)
        break
      }
      case 'audio':
        refused = 'Sound cannot be sent to this agent. Say it in words.'
    }
  }
  return { text: texts.join(''), contexts, images, refused }
}

function toReference(uri: string, cwd: string, title?: string | null): ContextReference {
  const path = toPath(uri)
  if (path === null) return { type: 'WebReference', url: uri, ...(title && { title }) }
  const below = relative(cwd, path)
  const isBelow = below !== '' && !below.startsWith('..')
  return { type: 'FileReference', path: isBelow ? below : path, fullPath: path }
}

/** The path that a link to a file means; null for links to anything else. */
function toPath(uri: string): string | null {
  if (uri.startsWith('/')) return uri
  try {
    const url = new URL(uri)
    url.hash = ''
    url.search = ''
    return url.protocol === 'file:' ? fileURLToPath(url) : null
  } catch {
    return null
  }
}

function isImageType(type: string | null | undefined): type is AttachedImage['mediaType'] {
  return IMAGE_TYPES.some(known => known === type)
}

const IMAGE_TYPES: readonly AttachedImage['mediaType'][] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]

/** A picture of a message for the protocol; null for any other block. */
export function toAcpImage(block: object): AcpBlock | null {
  const { type, source } = block as { readonly type?: unknown; readonly source?: unknown }
  if (type !== 'image' || !isObject(source)) return null
  const { media_type: mimeType, data } = source
  return typeof mimeType === 'string' && typeof data === 'string' ? { type: 'image', mimeType, data } : null
}

/** What a person said to us, for another agent: their words, the pictures, and what they attached as links and files. */
export function toAcpPrompt(content: string | readonly ContentBlock[], cwd: string): AcpBlock[] {
  const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  const [first, ...others] = blocks
  const { references, text } = parseContext(first?.type === 'text' ? first.text : '')
  // Each content stands behind the words, in the order of the references.
  const contents = others.flatMap(block =>
    block.type === 'text' && isContextContent(block.text) ? [block.text] : [],
  )
  const said = others.filter(block => block.type !== 'text' || !isContextContent(block.text))
  return [
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
    ...(first && first.type !== 'text' ? toAcpBlock(first) : []),
    ...said.flatMap(toAcpBlock),
    ...references.flatMap(reference => toLink(reference, cwd)),
    ...contents.map(words => ({ type: 'text' as const, text: words })),
  ]
}

function toAcpBlock(block: ContentBlock): AcpBlock[] {
  if (block.type === 'text') return [{ type: 'text', text: block.text }]
  const image = toAcpImage(block)
  return image ? [image] : []
}

function toLink(reference: ContextReference, cwd: string): AcpBlock[] {
  switch (reference.type) {
    case 'FileReference':
    case 'FolderReference': {
      const path = 'fullPath' in reference && reference.fullPath ? reference.fullPath : reference.path
      const uri = pathToFileURL(path.startsWith('/') ? path : `${cwd}/${path}`).href
      return [{ type: 'resource_link', name: reference.path, uri }]
    }
    case 'SymbolReference':
      return [
        {
          type: 'resource_link',
          name: reference.name,
          uri: pathToFileURL(reference.file.startsWith('/') ? reference.file : `${cwd}/${reference.file}`)
            .href,
        },
      ]
    case 'WebReference':
      return [{ type: 'resource_link', name: reference.title ?? reference.url, uri: reference.url }]
    default:
      return []
  }
}
