import { assertNever } from '@antiphon/contract'
import { cellId, findCell, type Notebook, type NotebookCell } from './notebook.ts'

export type NotebookChange = {
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
