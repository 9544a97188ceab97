import type { ContentBlock } from '@antiphon/contract'
import { IMAGE_MEDIA_TYPES } from '@antiphon/contract'
import type { McpResourceAttachment } from '../../message/attachment-file.ts'
import { objectOf, objectsOf, textOf } from './read-field.ts'
import { createReminderBlock } from './reminder-block.ts'
import type { Rendering, Untrusted } from './renderer.ts'

/** A resource of an MCP server: its texts in reminders, its pictures as blocks, the size of all else. */
export function renderMcpResource(attachment: Untrusted<McpResourceAttachment>): Rendering {
  const { server, uri, name, description, content } = attachment
  const origin = textOf(server) && ` from the MCP server ${textOf(server)}`
  const title = [textOf(name), textOf(uri)].filter(Boolean).join(', ')
  const parts = objectsOf(objectOf(content).contents).flatMap(part => renderPart(part) ?? [])
  if (title === '' && parts.length === 0) return ''
  const about = textOf(description) && `\n${textOf(description)}`
  const heading = `The resource ${title || 'without a name'}${origin}${parts.length > 0 ? ':' : ' is empty.'}${about}`
  return [createReminderBlock(heading), ...parts]
}

function renderPart(part: Readonly<Record<string, unknown>>): ContentBlock | undefined {
  if (textOf(part.text)) return createReminderBlock(textOf(part.text))
  const [data, mediaType] = [textOf(part.blob), textOf(part.mimeType)]
  if (data === '') return undefined
  if (IMAGE_MEDIA_TYPES.includes(mediaType)) {
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
  }
  return createReminderBlock(
    `Binary data (${mediaType || 'unknown type'}, ${data.length} base64 characters) is not shown.`,
  )
}
