import { isObject } from '@antiphon/contract'
import type { FileContent } from '../../message/attachment-file.ts'
import { firstTextOf, numberOf, objectOf, textOf } from './read-field.ts'
import { createReminderBlock } from './reminder-block.ts'
import type { Rendering } from './renderer.ts'
import { stableJson } from './stable-json.ts'

/** What the Read tool returned, as the model reads it: text in a reminder, pictures and PDFs as blocks. */
export function renderFileContent(path: string, content: unknown): Rendering {
  if (typeof content === 'string') return renderText(firstTextOf(path, 'a file'), { content })
  const { type, file } = objectOf(content)
  if (typeof type !== 'string' || !Object.hasOwn(CONTENT_RENDERERS, type) || !isObject(file)) return ''
  const name = firstTextOf(path, file.filePath, 'a file')
  return CONTENT_RENDERERS[type as FileContent['type']](name, file)
}

type File = Readonly<Record<string, unknown>>

const CONTENT_RENDERERS: Readonly<Record<FileContent['type'], (name: string, file: File) => Rendering>> = {
  text: renderText,
  image: (name, { base64, type }) => {
    if (textOf(base64) === '' || textOf(type) === '') return ''
    const source = { type: 'base64', media_type: textOf(type), data: textOf(base64) } as const
    return [createReminderBlock(`The image ${name}:`), { type: 'image', source }]
  },
  pdf: (name, { base64 }) => {
    if (textOf(base64) === '') return ''
    const source = { type: 'base64', media_type: 'application/pdf', data: textOf(base64) } as const
    return [createReminderBlock(`The PDF ${name}:`), { type: 'document', source }]
  },
  notebook: (name, { cells }) =>
    cells === undefined ? '' : `Cells of the notebook ${name}:\n${stableJson(cells)}`,
  parts: (name, { count, outputDir }) => {
    const pages = numberOf(count) === undefined ? 'Its pages' : `${numberOf(count)} of its pages`
    return (
      textOf(outputDir) &&
      `The PDF ${name} was not attached whole. ${pages} are images in ${textOf(outputDir)}.`
    )
  },
  file_unchanged: name => `${name} has not changed since it was last read.`,
}

function renderText(name: string, file: File): string {
  if (typeof file.content !== 'string') return ''
  if (textOf(file.content) === '') return `${name} has no text in it.`
  return `Contents of ${name}${lineRange(file)}:\n${file.content}`
}

function lineRange(file: File): string {
  const [start, count, total] = [numberOf(file.startLine), numberOf(file.numLines), numberOf(file.totalLines)]
  if (!start || !count || !total || count >= total) return ''
  return ` (lines ${start} to ${start + count - 1} of ${total})`
}
