import type { AnyFileAttachment } from '../../message/attachment-file.ts'
import { firstTextOf, joinParagraphs, numberOf, textOf, textsOf } from './read-field.ts'
import { createReminderBlock } from './reminder-block.ts'
import { renderDiagnostics } from './render-diagnostics.ts'
import { renderFileContent } from './render-file-content.ts'
import { renderMcpResource } from './render-mcp-resource.ts'
import { notSeen, type Renderers, type Rendering } from './renderer.ts'

/** Files, folders and resources that were named, opened, selected or changed. */
export const FILE_RENDERERS: Renderers<AnyFileAttachment> = {
  file: ({ filename, content, displayPath, truncated }) => {
    const path = firstTextOf(filename, displayPath)
    const note =
      truncated === true
        ? `${path} was too long: only its beginning is shown. Read the rest if you need it.`
        : ''
    return withNote(renderFileContent(path, content), note)
  },
  // Its contents stand further up in the conversation.
  already_read_file: notSeen,
  at_mention_reference: ({ mentions, unread, fileSize }) => {
    const names = textsOf(mentions).join(', ')
    const size = numberOf(fileSize) === undefined ? '' : ` (${numberOf(fileSize)} bytes)`
    const reason =
      unread === 'too_large'
        ? `too large to attach${size}: read it in parts`
        : 'not attached: read it if you need it'
    return names && `The user mentioned ${names}, which is ${reason}.`
  },
  compact_file_reference: ({ filename, displayPath }) => {
    const path = firstTextOf(filename, displayPath)
    return (
      path &&
      `${path} was read before the conversation was summarized and is too long to repeat here. Read it again if you need it.`
    )
  },
  pdf_reference: ({ filename, displayPath, pageCount, fileSize }) => {
    const path = firstTextOf(filename, displayPath)
    const pages =
      numberOf(pageCount) === undefined ? 'unknown number of pages' : `${numberOf(pageCount)} pages`
    const size = numberOf(fileSize) === undefined ? '' : `, ${numberOf(fileSize)} bytes`
    return path && `The PDF ${path} (${pages}${size}) is too large to attach. Read it by page ranges.`
  },
  edited_text_file: ({ filename, snippet }) => {
    const change = textOf(snippet)
      ? ` What changed, with line numbers:\n${textOf(snippet)}`
      : ' Read it again before you edit it.'
    const notice = `${textOf(filename) || 'A file'} was changed on disk by the user or a tool since you last saw it. The change is meant: take it into account, do not undo it, and do not bring it up unasked.`
    return textOf(filename) || textOf(snippet) ? notice + change : ''
  },
  edited_image_file: ({ filename, content }) => {
    const notice =
      textOf(filename) && `The image ${textOf(filename)} was changed on disk since you last saw it.`
    const image = renderFileContent(textOf(filename), content)
    return typeof image === 'string' ? joinParagraphs(notice, image) : withNote(image, notice)
  },
  directory: ({ path, displayPath, content }) => {
    const name = firstTextOf(path, displayPath)
    return name && `The folder ${name}${textOf(content) ? ` holds:\n${textOf(content)}` : ' is empty.'}`
  },
  selected_lines_in_ide: ({ ideName, filename, displayPath, lineStart, lineEnd, content }) => {
    const path = firstTextOf(filename, displayPath)
    const lines =
      numberOf(lineStart) === undefined
        ? ''
        : ` lines ${numberOf(lineStart)} to ${numberOf(lineEnd) ?? numberOf(lineStart)}`
    const place = `The user selected${lines}${path && ` of ${path}`}${textOf(ideName) && ` in ${textOf(ideName)}`}`
    return textOf(content) && `${place}:\n${textOf(content)}\n\nThis may or may not bear on the task.`
  },
  opened_file_in_ide: ({ filename }) =>
    textOf(filename) &&
    `The user opened ${textOf(filename)} in the editor. This may or may not bear on the task.`,
  diagnostics: ({ files, isNew }) => renderDiagnostics(files, isNew),
  mcp_resource: renderMcpResource,
  read_truncation_notice: ({ banner }) => textOf(banner),
}

function withNote(rendering: Rendering, note: string): Rendering {
  if (rendering === null || note === '') return rendering
  return typeof rendering === 'string'
    ? rendering && joinParagraphs(rendering, note)
    : [createReminderBlock(note), ...rendering]
}
