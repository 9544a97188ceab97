import { isObject } from '@antiphon/contract'
import { messageText, type ToolStory } from '@antiphon/core'
import { EDITING_TOOLS } from '@antiphon/core/changes'
import { computeDiff } from '../diff/compute-diff.ts'
import { type DiffLine, readPatch } from '../diff/read-patch.ts'
import { firstBlock, readList, readText } from './first-block.ts'

export type TodoItem = {
  readonly status: 'pending' | 'in_progress' | 'completed'
  readonly text: string
}

/** What is shown of a call. */
export type ToolFace =
  | {
      readonly kind: 'diff'
      readonly path: string
      readonly lines: readonly DiffLine[]
      readonly output: string
    }
  | { readonly kind: 'todos'; readonly todos: readonly TodoItem[] }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'command'; readonly command: string; readonly output: string; readonly errors: string }
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }

/** Chooses the form that suits a tool's input and result; whatever does not look as expected is text. */
export function readToolFace(story: ToolStory): ToolFace {
  const text = resultText(story.result)
  const result: unknown = story.result
  const details = isObject(result) ? result.toolUseResult : undefined
  const read = FACES.get(story.name)
  return read?.({ input: story.input, details, text, story }) ?? { kind: 'text', text }
}

/** What a result says; its pictures are drawn, so the notes that stand for them are left out. */
function resultText(result: ToolStory['result']): string {
  const parts = readList(firstBlock(result), 'content')
  if (!parts.some(part => readText(part, 'type') === 'image')) return messageText(result)
  return parts.map(part => readText(part, 'text') ?? '').join('\n')
}

type Sources = {
  readonly input: unknown
  readonly details: unknown
  readonly text: string
  readonly story: ToolStory
}

type ReadFace = (sources: Sources) => ToolFace | undefined

const FACES: ReadonlyMap<string, ReadFace> = new Map<string, ReadFace>([
  ...[...EDITING_TOOLS].map(name => [name, change] as const),
  ['TodoWrite', todos],
  ['Read', file],
  ['Bash', command],
  ['BashOutput', command],
  ['ExitPlanMode', plan],
])

function change({ input, details, text, story }: Sources): ToolFace | undefined {
  const path = readText(input, 'file_path') ?? readText(input, 'notebook_path') ?? story.name
  const patch = readPatch(isObject(details) ? details.structuredPatch : undefined)
  const lines = patch.length > 0 ? patch : inputChange(input)
  return lines.length > 0 ? { kind: 'diff', path, lines, output: text } : undefined
}

function inputChange(input: unknown): readonly DiffLine[] {
  const content = readText(input, 'content') ?? readText(input, 'new_source')
  if (content !== undefined) return computeDiff('', content)
  const edits = [input, ...readList(input, 'edits')]
  return edits.flatMap(edit => {
    const before = readText(edit, 'old_string')
    const after = readText(edit, 'new_string')
    return before === undefined && after === undefined ? [] : computeDiff(before ?? '', after ?? '')
  })
}

function todos({ input }: Sources): ToolFace | undefined {
  const list = readTodos(input)
  return list.length > 0 ? { kind: 'todos', todos: list } : undefined
}

function file({ details, input }: Sources): ToolFace | undefined {
  const stored = isObject(details) ? details.file : undefined
  const content = readText(stored, 'content')
  if (content === undefined) return undefined
  return { kind: 'file', path: readText(input, 'file_path') ?? '', text: content }
}

function command({ input, details, text }: Sources): ToolFace {
  const output = readText(details, 'stdout')
  const errors = readText(details, 'stderr') ?? ''
  // What the model was told and the streams differ in form only; the streams keep errors apart.
  const hasStreams = output !== undefined && (output !== '' || errors !== '')
  return {
    kind: 'command',
    command: wholeCommand(readText(input, 'command') ?? ''),
    output: hasStreams ? output : text,
    errors: hasStreams ? errors : '',
  }
}

/** Empty where the title above it shows all of it. */
function wholeCommand(text: string): string {
  return text.length > LONGEST_TITLE || text.includes('\n') ? text : ''
}

const LONGEST_TITLE = 80

function plan({ input }: Sources): ToolFace | undefined {
  const text = readText(input, 'plan')
  return text === undefined ? undefined : { kind: 'markdown', text }
}

/** The list of a TodoWrite call; what is no item of one is left out, an unknown status counts as to do. */
function readTodos(input: unknown): TodoItem[] {
  return readList(input, 'todos').flatMap(item => {
    const text = readText(item, 'content') ?? readText(item, 'activeForm')
    if (text === undefined) return []
    const status = readText(item, 'status')
    return [{ text, status: status === 'completed' || status === 'in_progress' ? status : 'pending' }]
  })
}
