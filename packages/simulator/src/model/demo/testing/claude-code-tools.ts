import type { ApiTool, JsonObject } from '@antiphon/contract'

/** The tools of Claude Code with the parts of their schemas that the demo reads. */
export const CLAUDE_CODE_TOOLS: readonly ApiTool[] = [
  tool('Bash', { command: text(), description: text(), timeout: { type: 'number' } }, ['command']),
  tool('Read', { file_path: text('The absolute path to the file to read'), limit: { type: 'number' } }, [
    'file_path',
  ]),
  tool('Write', { file_path: text('The absolute path to the file to write'), content: text() }, [
    'file_path',
    'content',
  ]),
  tool(
    'Edit',
    {
      file_path: text('The absolute path to the file to modify'),
      old_string: text(),
      new_string: text(),
      replace_all: { type: 'boolean', default: false },
    },
    ['file_path', 'old_string', 'new_string'],
  ),
  tool('Glob', { pattern: text(), path: text() }, ['pattern']),
  tool(
    'Grep',
    {
      pattern: text(),
      path: text(),
      output_mode: { type: 'string', enum: ['content', 'files_with_matches', 'count'] },
      '-n': { type: 'boolean' },
      head_limit: { type: 'number' },
    },
    ['pattern'],
  ),
  tool(
    'TodoWrite',
    {
      todos: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            content: text(),
            status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
            activeForm: text(),
          },
          required: ['content', 'status', 'activeForm'],
        },
      },
    },
    ['todos'],
  ),
  tool('Task', { description: text(), prompt: text(), subagent_type: text() }, [
    'description',
    'prompt',
    'subagent_type',
  ]),
  tool('WebFetch', { url: { type: 'string', format: 'uri' }, prompt: text() }, ['url', 'prompt']),
  tool('WebSearch', { query: { type: 'string', minLength: 2 } }, ['query']),
  tool('Skill', { skill: text(), args: text() }, ['skill']),
  tool(
    'AskUserQuestion',
    { questions: { type: 'array', minItems: 1, items: { type: 'object', properties: {} } } },
    ['questions'],
  ),
  tool('ExitPlanMode', { plan: text() }, ['plan']),
]

/** A tool with a schema of these properties. */
export function tool(name: string, properties: JsonObject, required: readonly string[]): ApiTool {
  return { name, description: name, input_schema: { type: 'object', properties, required } }
}

function text(description?: string): JsonObject {
  return { type: 'string', ...(description !== undefined && { description }) }
}
