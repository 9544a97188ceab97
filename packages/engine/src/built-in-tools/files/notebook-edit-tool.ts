import { randomUUID } from 'node:crypto'
import { extname } from 'node:path'
import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import {
  type ChangedNotebook,
  editNotebook,
  type Notebook,
  notebookLanguage,
  parseNotebook,
} from './notebook.ts'
import { prepareFileCall } from './prepare-file-call.ts'
import { readForChange } from './read-for-change.ts'
import { checkKnownFile, describeRace, saveText } from './save-text.ts'
import { describeMissingFile } from './suggest-path.ts'

const schema = z.object({
  notebook_path: z.string().describe('Absolute path of the notebook (.ipynb)'),
  cell_id: z
    .string()
    .optional()
    .describe('Id of the cell; an inserted cell comes behind it, or first when there is none'),
  new_source: z.string().describe('The new source of the cell'),
  cell_type: z.enum(['code', 'markdown']).optional().describe('Required when a cell is inserted'),
  edit_mode: z.enum(['replace', 'insert', 'delete']).default('replace'),
})

type NotebookEditInput = z.infer<typeof schema>

/** Replaces, inserts or deletes a cell of a notebook that the model has read. */
export function createNotebookEditTool(): AgentTool {
  return defineTool({
    name: 'NotebookEdit',
    description: DESCRIPTION,
    schema,
    prepare: (input, context) =>
      prepareFileCall('NotebookEdit', {
        ...{ kind: 'write', input, field: 'notebook_path', context },
        refuse: path =>
          extname(path).toLowerCase() === '.ipynb'
            ? null
            : `${path} is not a notebook (.ipynb). Change other files with Edit.`,
        work: (path, place) => edit({ path, place, input, context }),
      }),
  })
}

const DESCRIPTION = `Changes a cell of a Jupyter notebook: replaces its source, inserts a new cell or deletes it.
- The notebook must have been read in this session; Read shows the ids of its cells.
- A replaced code cell loses its outputs.`

type Editing = {
  readonly path: string
  readonly place: string | null
  readonly input: NotebookEditInput
  readonly context: ToolContext
}

async function edit({ path, place, input, context }: Editing): Promise<ToolOutcome> {
  const file = await readForChange(path, context)
  if (file === null) return toErrorOutcome(await describeMissingFile(path, context))
  if ('refusal' in file) return toErrorOutcome(file.refusal)
  const problem = checkKnownFile(path, file, context.files)
  if (problem !== null) return toErrorOutcome(problem)
  if (file.isDamaged)
    return toErrorOutcome(`${path} has bytes that are not valid text; mend it first (iconv in Bash).`)
  const notebook = parseNotebook(file.text)
  if ('refusal' in notebook) return toErrorOutcome(`${path}: ${notebook.refusal}`)
  const changed = editNotebook(notebook, {
    cellId: input.cell_id,
    source: input.new_source,
    cellType: input.cell_type,
    mode: input.edit_mode,
    newId: randomUUID().slice(0, 8),
  })
  if ('refusal' in changed) return toErrorOutcome(changed.refusal)
  const text = stringify(changed.notebook, file.text)
  if (!(await saveText({ path, place, text, old: file, context }))) return toErrorOutcome(describeRace(path))
  return toOutcome({ path, input, changed, before: file.text, after: text })
}

/** With the indentation and the last line end that the file had. */
function stringify(notebook: Notebook, old: string): string {
  const indentation = /^\{\r?\n([ \t]+)"/.exec(old)?.[1] ?? (old.includes('\n') ? ' ' : '')
  const json = JSON.stringify(notebook, null, indentation)
  return old.endsWith('\n') ? `${json}\n` : json
}

type Done = {
  readonly path: string
  readonly input: NotebookEditInput
  readonly changed: ChangedNotebook
  readonly before: string
  readonly after: string
}

function toOutcome({ path, input, changed, before, after }: Done): ToolOutcome {
  const { new_source, edit_mode } = input
  const { notebook, cellId: cell_id, cellType: cell_type } = changed
  const files =
    before.length + after.length > MAXIMUM_UNITS ? {} : { original_file: before, updated_file: after }
  return {
    content: `${DONE[edit_mode]} cell ${cell_id} of ${path}.`,
    data: {
      new_source,
      cell_id,
      cell_type,
      language: notebookLanguage(notebook),
      edit_mode,
      error: '',
      notebook_path: path,
      ...files,
    },
  }
}

const MAXIMUM_UNITS = 1_000_000
const DONE = { replace: 'Replaced', insert: 'Inserted', delete: 'Deleted' } as const
