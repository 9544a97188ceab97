import type { JsonObject } from '@antiphon/core'

/** The inputs of the tools that the API defines and the client runs: their requests bring no schema. */
export const CLIENT_TOOL_SCHEMAS: readonly { readonly types: RegExp; readonly schema: JsonObject }[] = [
  {
    types: /^bash_\d+$/,
    schema: object({ command: { type: 'string' }, restart: { type: 'boolean' } }, ['command']),
  },
  {
    types: /^text_editor_\d+$/,
    schema: object(
      {
        command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert'] },
        path: { type: 'string', description: 'Absolute path' },
        file_text: { type: 'string' },
        old_str: { type: 'string' },
        new_str: { type: 'string' },
      },
      ['command', 'path'],
    ),
  },
  {
    types: /^memory_\d+$/,
    schema: object(
      {
        command: { type: 'string', enum: ['view', 'create', 'str_replace', 'insert', 'delete', 'rename'] },
        path: { type: 'string' },
        file_text: { type: 'string' },
      },
      ['command', 'path'],
    ),
  },
]

function object(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required }
}
