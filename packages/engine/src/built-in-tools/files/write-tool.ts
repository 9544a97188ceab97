import { z } from 'zod'
import type { AgentTool, ToolOutcome } from '../../tool/agent-tool.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { toErrorOutcome } from '../../tool/to-error-outcome.ts'
import type { ToolContext } from '../../tool/tool-context.ts'
import { dominantLineEnding, withLineEnding } from './find-occurrences.ts'
import { prepareFileCall } from './prepare-file-call.ts'
import { readForChange } from './read-for-change.ts'
import { checkKnownFile, describeChange, describeRace, saveText } from './save-text.ts'

const schema = z.object({
  file_path: z.string().describe('Absolute path of the file'),
  content: z.string().describe('What the file is to contain'),
})

/** Writes a whole file, but never over something that the model has not seen. */
export function createWriteTool(): AgentTool {
  return defineTool({
    name: 'Write',
    description: DESCRIPTION,
    schema,
    prepare: (input, context) =>
      prepareFileCall('Write', {
        ...{ kind: 'write', input, field: 'file_path', context },
        work: (path, place) => write({ path, place, content: input.content, context }),
      }),
  })
}

const DESCRIPTION = `Writes a file: makes a new one, with the folders it needs, or replaces all of an existing one.
- file_path must be absolute.
- An existing file must have been read in this session, and must not have changed since.
- To change a part of a file, use Edit. Make no files that nobody asked for.`

type Writing = {
  readonly path: string
  readonly place: string | null
  readonly content: string
  readonly context: ToolContext
}

async function write({ path, place, content, context }: Writing): Promise<ToolOutcome> {
  const old = await readForChange(path, context)
  if (old === null) {
    if (!(await saveText({ path, place, text: content, old: null, context })))
      return toErrorOutcome(describeRace(path))
    return {
      content: `File created: ${path}`,
      data: { type: 'create', filePath: path, content, structuredPatch: [], originalFile: null },
    }
  }
  if ('refusal' in old) return toErrorOutcome(`${old.refusal} Nothing was written.`)
  const problem = checkKnownFile(path, old, context.files)
  if (problem !== null) return toErrorOutcome(problem)
  // A model never sees carriage returns, so it cannot know that this file has them.
  const text =
    dominantLineEnding(old.text) === '\r\n' && !content.includes('\r')
      ? withLineEnding(content, '\r\n')
      : content
  if (!(await saveText({ path, place, text, old, context }))) return toErrorOutcome(describeRace(path))
  const kept = text === content ? '' : ' Its line endings (CRLF) were kept.'
  return {
    content: `The file ${path} has been replaced.${kept}`,
    data: { type: 'update', filePath: path, content, ...describeChange(old, text) },
  }
}
