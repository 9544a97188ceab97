import { isObject } from '@antiphon/contract'

/** A Jupyter notebook as it is stored; what is not named here stays as it is. */
export type Notebook = { readonly [key: string]: unknown; readonly cells: readonly NotebookCell[] }

export type NotebookCell = Readonly<Record<string, unknown>>

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
export function cellId(cell: NotebookCell, index: number): string {
  return typeof cell.id === 'string' ? cell.id : `cell-${index}`
}

/** Where the cell of this name is: by its own id, else by its place; -1 for none. */
export function findCell({ cells }: Notebook, id: string): number {
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
export function joinText(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.filter(part => typeof part === 'string').join('') : ''
}
