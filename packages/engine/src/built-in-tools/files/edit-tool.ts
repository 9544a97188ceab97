import { extname } from 'node:path'
import { z } from 'zod'
import { numberExcerpt } from '../../files/number-lines.ts'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { explainNoMatch } from './explain-no-match.ts'
import {
  dominantLineEnding,
  findOccurrences,
  lineNumberAt,
  replaceSpans,
  type Span,
  toLineFeeds,
  withLineEnding,
} from './find-occurrences.ts'
import { prepareFileCall } from './prepare-file-call.ts'
import { type ChangeableText, readForChange } from './read-for-change.ts'
import { checkKnownFile, describeChange, describeRace, saveText } from './save-text.ts'
import { describeMissingFile } from './suggest-path.ts'

const CONTEXT_LINES = 4

const MAXIMUM_LINES = 40

const MAXIMUM_UNITS = 500

const schema = z.object({
  file_path: z.string().describe('Absolute path of the file'),
  old_string: z.string().describe('The text to replace'),
  new_string: z.string().describe('What to put in its place; must differ from old_string'),
  replace_all: z.boolean().default(false).describe('Replace every occurrence'),
})

type EditInput = z.infer<typeof schema>

/** The input, and where its path led when the call was judged. */
type PlacedInput = EditInput & { readonly place: string | null }

/** Replaces a piece of text in a file that the model has read. */
export function createEditTool(): AgentTool {
  return defineTool({
    name: 'Edit',
    description: DESCRIPTION,
    schema,
    prepare(input, context) {
      if (input.old_string === input.new_string)
        return { problem: 'old_string and new_string are the same: there is nothing to change.' }
      const work = (path: string, place: string | null): Promise<ToolOutcome> =>
        edit({ ...input, file_path: path, place }, context)
      return prepareFileCall('Edit', { kind: 'write', input, field: 'file_path', context, work })
    },
  })
}

const DESCRIPTION = `Replaces text in a file.
- The file must have been read in this session, and must not have changed since.
- old_string must stand in the file exactly so, with its indentation and without the line numbers that Read shows, and only once; give more of the surrounding lines to make it unique, or set replace_all to change every occurrence.
- An empty old_string makes a new file.`

async function edit(input: PlacedInput, context: ToolContext): Promise<ToolOutcome> {
  const { file_path: path, old_string: wanted } = input
  if (extname(path).toLowerCase() === '.ipynb')
    return toErrorOutcome(`${path} is a notebook. Change its cells with NotebookEdit.`)
  const file = await readForChange(path, context)
  if (file === null)
    return wanted === '' ? create(input, context) : toErrorOutcome(await describeMissingFile(path, context))
  if ('refusal' in file) return toErrorOutcome(file.refusal)
  const problem = checkFile(path, file, wanted, context)
  if (problem !== null) return toErrorOutcome(problem)
  const spans = wanted === '' ? [{ start: 0, end: 0 }] : findOccurrences(file.text, wanted)
  const miss = describeMiss(input, file, spans)
  return miss === null ? replace({ input, file, spans, context }) : toErrorOutcome(miss)
}

function checkFile(path: string, file: ChangeableText, wanted: string, context: ToolContext): string | null {
  if (file.isDamaged)
    return `${path} has bytes that are not valid ${file.encoding.name.toUpperCase()}; writing it back would change them. Use a program in Bash, such as sed or iconv.`
  if (wanted === '' && file.text.trim() !== '')
    return `old_string is empty, but ${path} exists and has content. Give the text to replace, or replace the whole file with Write.`
  return checkKnownFile(path, file, context.files)
}

function describeMiss(
  { old_string, replace_all }: EditInput,
  file: ChangeableText,
  spans: readonly Span[],
): string | null {
  if (spans.length === 0)
    return `old_string was not found. ${explainNoMatch(toLineFeeds(file.text), toLineFeeds(old_string))}`
  if (spans.length === 1 || replace_all) return null
  const lines = spans.slice(0, 10).map(({ start }) => lineNumberAt(file.text, start))
  return `old_string was found ${spans.length} times, in lines ${lines.join(', ')}${spans.length > 10 ? ' and further' : ''}. Give more of the surrounding lines so that it is found only once, or set replace_all to change all of them.`
}

type Replacement = {
  readonly input: PlacedInput
  readonly file: ChangeableText
  readonly spans: readonly Span[]
  readonly context: ToolContext
}

async function replace({ input, file, spans, context }: Replacement): Promise<ToolOutcome> {
  const { file_path: path, place, new_string } = input
  const isPaired = dominantLineEnding(file.text) === '\r\n'
  const replacement = isPaired ? withLineEnding(new_string, '\r\n') : new_string
  const text = replaceSpans(file.text, spans, replacement)
  if (text === file.text)
    return toErrorOutcome('The change would leave the file as it is: only its line endings differ.')
  if (!(await saveText({ path, place, text, old: file, context }))) return toErrorOutcome(describeRace(path))
  const [first] = spans
  const line = lineNumberAt(file.text, first?.start ?? 0)
  const snippet = formatSnippet(toLineFeeds(text), line, toLineFeeds(new_string).split('\n').length)
  const times = spans.length > 1 ? ` All ${spans.length} occurrences were replaced; the first:` : ''
  return {
    content: `The file ${path} has been updated.${times}\n${snippet}`,
    data: toData(input, describeChange(file, text)),
  }
}

async function create(input: PlacedInput, context: ToolContext): Promise<ToolOutcome> {
  const { file_path: path, place, new_string: text } = input
  if (!(await saveText({ path, place, text, old: null, context }))) return toErrorOutcome(describeRace(path))
  return { content: `File created: ${path}`, data: toData(input, describeChange({ text: '' }, text)) }
}

function toData(input: EditInput, change: ReturnType<typeof describeChange>) {
  const { file_path: filePath, old_string: oldString, new_string: newString, replace_all: replaceAll } = input
  return { filePath, oldString, newString, ...change, userModified: false, replaceAll }
}

/** The changed lines with some around them, numbered; not more than a model needs to see that all is well. */
function formatSnippet(text: string, line: number, length: number): string {
  const first = Math.max(1, line - CONTEXT_LINES)
  const count = Math.min(line + length + CONTEXT_LINES - first, MAXIMUM_LINES)
  return numberExcerpt(text, { first, count, maxUnits: MAXIMUM_UNITS })
}
