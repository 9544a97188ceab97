import { type Changes, type RuleCase, tool } from './rule-case.ts'

const INVALID =
  'tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview.'
const CLOSED = { type: 'object', additionalProperties: false }
const PATH_SCHEMA = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const EXTRA = { path: 'a', extra: 1 }
const LOOP = { $defs: { node: { properties: { next: { $ref: '#/$defs/node' } } } } }

/** The definitions of client tools and the schemas of their inputs. */
export const toolCases: readonly RuleCase[] = [
  {
    rule: 'TDF-01',
    breaks: { tools: [tool({ name: 'mcp.read' })] },
    says: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    neighbour: { tools: [tool({ name: `mcp_${'x'.repeat(124)}` })] },
  },
  {
    rule: 'TDF-01',
    breaks: { tools: [tool({ name: 'x'.repeat(65) })] },
    says: "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,64}$'",
    neighbour: { tools: [tool({ name: 'x'.repeat(64) })] },
    target: { platform: 'vertex' },
  },
  {
    rule: 'TDF-01',
    breaks: { tools: [tool({ name: '' })] },
    says: 'tools.0.custom.name: String should have at least 1 character',
    neighbour: { tools: [tool({ name: 'x' })] },
  },
  {
    rule: 'TDF-01',
    breaks: { tools: [{ input_schema: { type: 'object' } }] },
    says: 'tools.0.custom.name: Field required',
    neighbour: { tools: [tool({ type: null })] },
  },
  {
    rule: 'TDF-01',
    breaks: { tools: [{ type: 'bash_20250124', name: 'shell' }] },
    says: "tools.0.bash_20250124.name: Input should be 'bash'",
    neighbour: { tools: [{ type: 'bash_20250124', name: 'bash' }] },
  },
  {
    rule: 'TDF-02',
    breaks: { tools: [tool({ name: 'bash' }), { type: 'bash_20250124', name: 'bash' }] },
    says: 'tools: Tool names must be unique.',
    neighbour: { tools: [tool({ name: 'Bash' }), { type: 'bash_20250124', name: 'bash' }] },
  },
  {
    rule: 'TDF-03',
    breaks: { tools: [schema({ type: 'object', anyOf: [{}] })] },
    says: 'tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
    neighbour: { tools: [schema({ type: 'object', properties: { a: { anyOf: [{}] } } })] },
  },
  {
    rule: 'TDF-04',
    breaks: { tools: [schema({ properties: {} })] },
    says: 'tools.0.custom.input_schema.type: Field required',
    neighbour: { tools: [schema({ type: 'object' })] },
  },
  {
    rule: 'TDF-04',
    breaks: { tools: [schema({ type: 'array' })] },
    says: "tools.0.custom.input_schema.type: Input should be 'object'",
    neighbour: { tools: [{ type: 'memory_20250818', name: 'memory' }] },
  },
  {
    rule: 'TDF-04',
    breaks: { tools: [{ name: 'read' }] },
    says: 'tools.0.custom.input_schema: Field required',
    neighbour: { tools: [tool()] },
  },
  {
    rule: 'TDF-05',
    breaks: { tools: [schema({ type: 'object', properties: { 'a b': {} } })] },
    says: "tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'",
    neighbour: { tools: [schema({ type: 'object', properties: { 'a.b': {} } })] },
  },
  {
    rule: 'TDF-06',
    breaks: { tools: [withProperty({ type: 'number', minimum: 0, exclusiveMinimum: true })] },
    says: INVALID,
    neighbour: { tools: [withProperty({ type: 'number', exclusiveMinimum: 0 })] },
  },
  {
    rule: 'TDF-06',
    breaks: { tools: [withProperty({ type: 'text' })] },
    says: INVALID,
    neighbour: { tools: [withProperty({ type: ['string', 'null'] })] },
  },
  {
    rule: 'TDF-06',
    breaks: { tools: [withProperty({ type: 'array', items: [{ type: 'string' }] })] },
    says: INVALID,
    neighbour: { tools: [withProperty({ type: 'array', prefixItems: [{ type: 'string' }] })] },
  },
  {
    rule: 'TDF-06',
    breaks: { tools: [withProperty({ type: 'string', required: true })] },
    says: INVALID,
    // A property may be called like a keyword, and a default may look like a schema.
    neighbour: { tools: [withProperty({ properties: { required: true }, default: { type: 'text' } })] },
  },
  {
    rule: 'TDF-07',
    breaks: {
      tools: [
        tool({
          input_schema: { ...CLOSED, properties: { self: { $ref: '#' } }, required: ['self'] },
          strict: true,
        }),
      ],
    },
    says: 'Circular $ref detected',
    neighbour: {
      tools: [
        tool({
          input_schema: {
            ...CLOSED,
            required: ['a'],
            properties: { a: { $ref: '#/$defs/b' } },
            $defs: { b: {} },
          },
          strict: true,
        }),
      ],
    },
  },
  {
    rule: 'TDF-07',
    breaks: {
      tools: [
        tool({ input_schema: { type: 'object', ...LOOP }, allowed_callers: ['code_execution_20260120'] }),
      ],
    },
    says: 'Circular $ref detected',
    neighbour: { tools: [tool({ input_schema: { type: 'object', ...LOOP }, allowed_callers: ['direct'] })] },
  },
  {
    rule: 'TDF-09',
    breaks: { tools: strictTools(21) },
    says: 'Too many strict tools (21). The maximum number of strict tools supported is 20. Try reducing the number of tools marked as strict.',
    neighbour: { tools: strictTools(20) },
  },
  {
    rule: 'TDF-09',
    breaks: { tools: [tool({ strict: true })] },
    says: "tools.0.custom: For 'object' type, 'additionalProperties' must be explicitly set to false",
    neighbour: { tools: [tool({ strict: false })] },
  },
  {
    rule: 'TDF-09',
    breaks: { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    says: "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
    neighbour: { output_config: { format: { type: 'json_schema', schema: CLOSED } } },
  },
  {
    rule: 'TDF-09',
    breaks: { tools: [strictProperty({ type: 'string', pattern: '^(?!x)' })] },
    says: 'tools.0.custom: Unsupported regex feature in pattern field: lookaround is not supported',
    neighbour: { tools: [strictProperty({ type: 'string', pattern: '^(?:x)+$' })] },
  },
  {
    rule: 'TDF-09',
    breaks: { tools: [strictProperties(25, { required: [], of: { type: 'string' } })] },
    says: 'Schemas contains too many optional parameters (25), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24).',
    neighbour: { tools: [strictProperties(25, { required: ['p0'], of: { type: 'string' } })] },
  },
  {
    rule: 'TDF-09',
    breaks: { tools: [strictProperties(17, { required: [], of: { type: ['string', 'null'] } })] },
    says: 'Schemas contains too many parameters with union types (17 parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: 16 parameters with unions).',
    neighbour: { tools: [strictProperties(16, { required: [], of: { type: ['string', 'null'] } })] },
  },
  {
    rule: 'TDF-10',
    breaks: { tools: [tool({ input_schema: PATH_SCHEMA, input_examples: [{}] })] },
    says: "tools.0.custom.input_examples.0: 'path' is a required property",
    neighbour: { tools: [tool({ input_schema: PATH_SCHEMA, input_examples: [{ path: 'a' }] })] },
  },
  {
    rule: 'TDF-10',
    breaks: { tools: [tool({ input_schema: PATH_SCHEMA, input_examples: [{ path: 1 }] })] },
    says: "tools.0.custom.input_examples.0: 'path' does not match its schema",
    neighbour: { tools: [tool({ input_schema: PATH_SCHEMA, input_examples: [{ path: 'a', b: 1 }] })] },
  },
  {
    rule: 'TDF-10',
    breaks: { tools: [{ type: 'web_search_20250305', name: 'web_search', input_examples: [] }] },
    says: 'tools.0.web_search_20250305: input_examples are not supported on server tools',
    neighbour: { tools: [{ type: 'bash_20250124', name: 'bash', input_examples: [{ command: 'ls' }] }] },
  },
  {
    rule: 'TDF-09',
    breaks: { tools: [strictProperty({ type: 'string', pattern: '\\bx' })] },
    says: 'tools.0.custom: Unsupported regex feature in pattern field: word boundaries are not supported',
    neighbour: { tools: [strictProperty({ type: 'string', pattern: '\\dx' })] },
  },
  {
    rule: 'TDF-09',
    breaks: { tools: [strictProperty({ type: 'string', pattern: '(x)\\1' })] },
    says: 'tools.0.custom: Unsupported regex feature in pattern field: backreferences are not supported',
    neighbour: { tools: [strictProperty({ type: 'string', pattern: '(x){1,2}' })] },
  },
  {
    rule: 'TDF-10',
    breaks: {
      tools: [
        tool({ input_schema: { ...PATH_SCHEMA, additionalProperties: false }, input_examples: [EXTRA] }),
      ],
    },
    says: "tools.0.custom.input_examples.0: Additional properties are not allowed ('extra')",
    neighbour: { tools: [tool({ input_schema: PATH_SCHEMA, input_examples: [EXTRA] })] },
  },
  {
    rule: 'TDF-10',
    breaks: {
      tools: [
        tool({
          input_schema: { type: 'object', properties: { mode: { enum: ['r'] } } },
          input_examples: [{ mode: 'w' }],
        }),
      ],
    },
    says: "tools.0.custom.input_examples.0: 'mode' does not match its schema",
    neighbour: {
      tools: [
        tool({
          input_schema: { type: 'object', properties: { mode: { enum: ['r'] } } },
          input_examples: [{ mode: 'r' }],
        }),
      ],
    },
  },
  {
    rule: 'TDF-10',
    breaks: { tools: [tool({ input_examples: ['path'] })] },
    says: 'tools.0.custom.input_examples.0: Input should be an object',
    neighbour: { tools: [tool({ input_examples: [{ path: 'a' }] })] },
  },
]

function schema(input_schema: Changes): Changes {
  return { name: 'read', input_schema }
}

function withProperty(property: Changes): Changes {
  return schema({ type: 'object', properties: { value: property } })
}

function strictTools(count: number): readonly Changes[] {
  return Array.from({ length: count }, (_, index) =>
    tool({ name: `t${index}`, input_schema: CLOSED, strict: true }),
  )
}

function strictProperty(property: Changes): Changes {
  return tool({ strict: true, input_schema: { ...CLOSED, required: ['a'], properties: { a: property } } })
}

function strictProperties(
  count: number,
  { required, of }: { required: readonly string[]; of: Changes },
): Changes {
  const properties = Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, of]))
  return tool({ strict: true, input_schema: { ...CLOSED, required, properties } })
}
