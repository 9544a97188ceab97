import { type ContentBlock, inspectImage, isObject, type JsonObject } from '@antiphon/contract'
import { stripControl } from '@antiphon/core/ui'
import { readTextFile } from '../../files/read-text-file.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import {
  cellId,
  joinText,
  type Notebook,
  type NotebookCell,
  notebookLanguage,
  parseNotebook,
} from './notebook.ts'

/** The cells of a notebook with what they put out. */
export async function readNotebook(path: string, context: ToolContext): Promise<ToolOutcome> {
  const file = await readTextFile(path)
  if ('refusal' in file) return toErrorOutcome(file.refusal)
  const notebook = parseNotebook(file.text)
  if ('refusal' in notebook)
    return toErrorOutcome(`${path}: ${notebook.refusal} Read it in Bash with cat or jq.`)
  const cells = notebook.cells.map((cell, index) => toCell(cell, index, notebook))
  const content = bound(cells.flatMap(toBlocks))
  if (content === null)
    return toErrorOutcome(
      `${path} is too large to be read whole. Look at its cells one by one in Bash: jq '.cells[0]' ${path}`,
    )
  const { mtimeMs: modifiedAt } = file.stats
  context.files.set(path, { modifiedAt, content: file.text, isPartial: false })
  return {
    content: content.length === 0 ? 'The notebook has no cells.' : content,
    data: { type: 'notebook', file: { filePath: path, cells } },
  }
}

type Cell = {
  readonly cellType: string
  readonly source: string
  readonly cell_id: string
  readonly execution_count?: number
  readonly language?: string
  readonly outputs?: readonly Output[]
}

type Output = JsonObject & {
  readonly output_type: string
  readonly text?: string
  readonly image?: { readonly image_data: string; readonly media_type: string }
}

const MAXIMUM_UNITS = 100_000
const MAXIMUM_OUTPUT_UNITS = 10_000
const MAXIMUM_IMAGES = 20

function toCell(cell: NotebookCell, index: number, notebook: Notebook): Cell {
  const cellType = typeof cell.cell_type === 'string' ? cell.cell_type : 'raw'
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.filter(isObject).map(toOutput) : []
  return {
    cellType,
    source: joinText(cell.source),
    cell_id: cellId(cell, index),
    ...(typeof cell.execution_count === 'number' ? { execution_count: cell.execution_count } : {}),
    ...(cellType === 'code' ? { language: notebookLanguage(notebook) } : {}),
    ...(outputs.length > 0 ? { outputs } : {}),
  }
}

function toOutput(output: Readonly<Record<string, unknown>>): Output {
  const output_type = typeof output.output_type === 'string' ? output.output_type : 'unknown'
  switch (output_type) {
    case 'stream':
      return { output_type, text: cut(joinText(output.text)) }
    case 'error':
      return { output_type, text: cut(stripControl(errorText(output))) }
    default:
      return { output_type, ...fromData(output.data) }
  }
}

function errorText({ ename, evalue, traceback }: Readonly<Record<string, unknown>>): string {
  const trace = Array.isArray(traceback) ? traceback.filter(line => typeof line === 'string') : []
  return [`${ename}: ${evalue}`, ...trace].join('\n')
}

function fromData(data: unknown): Pick<Output, 'text' | 'image'> {
  if (!isObject(data)) return {}
  const text = cut(joinText(data['text/plain'] ?? data['text/markdown'] ?? data['text/html']))
  const image_data = joinText(data['image/png'] ?? data['image/jpeg']).replaceAll(/\s/g, '')
  const { mediaType } = inspectImage(image_data)
  return {
    ...(text === '' ? {} : { text }),
    ...(mediaType === null ? {} : { image: { image_data, media_type: mediaType } }),
  }
}

function toBlocks({ cell_id, cellType, language, source, outputs = [] }: Cell): readonly ContentBlock[] {
  const kind = cellType === 'code' ? `<language>${language}</language>` : `<cell_type>${cellType}</cell_type>`
  const blocks: ContentBlock[] = [{ type: 'text', text: `<cell id="${cell_id}">${kind}${source}</cell>` }]
  for (const { text, image } of outputs) {
    if (text !== undefined && text !== '') blocks.push({ type: 'text', text: `\nOutput:\n${text}` })
    if (image !== undefined) {
      const source = { type: 'base64', media_type: image.media_type, data: image.image_data } as const
      blocks.push({ type: 'image', source })
    }
  }
  return blocks
}

/** Neighbouring texts become one; null when there is more than a model should read at once. */
function bound(blocks: readonly ContentBlock[]): readonly ContentBlock[] | null {
  const merged: ContentBlock[] = []
  let [units, images] = [0, 0]
  for (const block of blocks) {
    const last = merged.at(-1)
    if (block.type === 'text') {
      units += block.text.length
      if (last?.type === 'text')
        merged[merged.length - 1] = { type: 'text', text: `${last.text}\n${block.text}` }
      else merged.push(block)
    } else {
      images += 1
      merged.push(images > MAXIMUM_IMAGES ? { type: 'text', text: '[image left out]' } : block)
    }
  }
  return units > MAXIMUM_UNITS ? null : merged
}

function cut(text: string): string {
  if (text.length <= MAXIMUM_OUTPUT_UNITS) return text
  return `${text.slice(0, MAXIMUM_OUTPUT_UNITS)}\n[${text.length - MAXIMUM_OUTPUT_UNITS} more characters]`
}
