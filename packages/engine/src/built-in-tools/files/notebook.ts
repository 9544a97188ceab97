import { assertNever, type ContentBlock, inspectImage, isObject, type JsonObject } from '@antiphon/contract'
import { stripControl } from '@antiphon/core/ui'
import { readTextFile } from '../../files/read-text-file.ts'
import type { ToolOutcome } from '../../tool/agent-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'

/** A Jupyter notebook as it is stored; what is not named here stays as it is. */
export type Notebook = { readonly [key: string]: unknown; readonly cells: readonly NotebookCell[] }

type NotebookCell = Readonly<Record<string, unknown>>

/** The text as a notebook, or why it is none. */
export function parseNotebook(text: string): Notebook | { readonly refusal: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { refusal: `The notebook is not valid JSON (${error instanceof Error ? error.message : error}).` }
  }
  if (!isObject(value) || !Array.isArray(value.cells) || !value.cells.every(isObject))
    return { refusal: 'The notebook has no list of cells (only notebooks of format 4 are understood).' }
  return { ...value, cells: value.cells }
}

/** The name by which tools address a cell: its own id, else its place. */
function cellId(cell: NotebookCell, index: number): string {
  return typeof cell.id === 'string' ? cell.id : `cell-${index}`
}

/** Where the cell of this name is: by its own id, else by its place; -1 for none. */
function findCell({ cells }: Notebook, id: string): number {
  const byId = cells.findIndex(cell => cell.id === id)
  if (byId !== -1) return byId
  const place = /^(?:cell-)?(\d+)$/.exec(id)?.[1]
  return place !== undefined && Number(place) < cells.length ? Number(place) : -1
}

/** The language of the code cells. */
export function notebookLanguage({ metadata }: Notebook): string {
  if (!isObject(metadata)) return 'python'
  for (const [part, field] of LANGUAGE_FIELDS) {
    const info = metadata[part]
    if (isObject(info) && typeof info[field] === 'string') return info[field]
  }
  return 'python'
}

const LANGUAGE_FIELDS = [
  ['language_info', 'name'],
  ['kernelspec', 'language'],
] as const

/** Text that a notebook stores whole or as a list of lines. */
function joinText(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter(part => typeof part === 'string').join('') : ''
}

type NotebookChange = {
  readonly cellId: string | undefined
  readonly source: string
  readonly cellType: 'code' | 'markdown' | undefined
  readonly mode: 'replace' | 'insert' | 'delete'
  /** The id of a cell that is added. */
  readonly newId: string
}

export type ChangedNotebook = {
  readonly notebook: Notebook
  readonly cellId: string
  readonly cellType: string
}

/** A notebook with one cell replaced, added (behind the named one, or first) or deleted; or why that cannot be. */
export function editNotebook(
  notebook: Notebook,
  change: NotebookChange,
): ChangedNotebook | { readonly refusal: string } {
  if (change.mode === 'insert' && change.cellId === undefined) return insert(notebook, change, 0)
  if (change.cellId === undefined) return { refusal: `Say which cell with cell_id. ${listCells(notebook)}` }
  const index = findCell(notebook, change.cellId)
  const cell = notebook.cells[index]
  if (cell === undefined) return { refusal: `No cell ${change.cellId}. ${listCells(notebook)}` }
  switch (change.mode) {
    case 'insert':
      return insert(notebook, change, index + 1)
    case 'delete':
      return done(notebook, notebook.cells.toSpliced(index, 1), cell, index)
    case 'replace': {
      const replaced = withSource(cell, change)
      return done(notebook, notebook.cells.with(index, replaced), replaced, index)
    }
    default:
      return assertNever(change.mode)
  }
}

function insert(
  notebook: Notebook,
  change: NotebookChange,
  index: number,
): ChangedNotebook | { readonly refusal: string } {
  const { cellType, newId } = change
  if (cellType === undefined) return { refusal: 'A new cell needs cell_type: code or markdown.' }
  const empty: NotebookCell = hasIds(notebook)
    ? { cell_type: cellType, id: newId, metadata: {} }
    : { cell_type: cellType, metadata: {} }
  const cell = withSource(empty, change)
  return done(notebook, notebook.cells.toSpliced(index, 0, cell), cell, index)
}

function done(
  notebook: Notebook,
  cells: readonly NotebookCell[],
  cell: NotebookCell,
  index: number,
): ChangedNotebook {
  const cellType = typeof cell.cell_type === 'string' ? cell.cell_type : 'raw'
  return { notebook: { ...notebook, cells }, cellId: cellId(cell, index), cellType }
}

/** What a code cell put out belongs to its old source, and only code cells have such fields. */
function withSource(cell: NotebookCell, { source, cellType }: NotebookChange): NotebookCell {
  const { outputs: _outputs, execution_count: _count, ...rest } = cell
  const type = cellType ?? cell.cell_type
  const changed = { ...rest, cell_type: type, source: toLines(source) }
  return type === 'code' ? { ...changed, execution_count: null, outputs: [] } : changed
}

/** As Jupyter stores it: a list of lines with their ends. */
function toLines(source: string): readonly string[] {
  return source.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

// Cells have ids since format 4.5; older notebooks must not get any.
function hasIds({ nbformat, nbformat_minor }: Notebook): boolean {
  return Number(nbformat) > 4 || (Number(nbformat) === 4 && Number(nbformat_minor) >= 5)
}

function listCells(notebook: Notebook): string {
  const ids = notebook.cells.slice(0, 50).map(cellId)
  if (ids.length === 0) return 'The notebook has no cells.'
  return `There are ${notebook.cells.length} cells: ${ids.join(', ')}${notebook.cells.length > 50 ? ', …' : ''}.`
}

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
