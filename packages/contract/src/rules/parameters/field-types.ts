import { isObject } from '../../json.ts'
import { shown, unknownTag } from '../../request/unknown-tag.ts'
import { type Checks, type Finding, finding } from '../../rule.ts'
import { FIELD_TYPES, type FieldType } from '../../tables/field-kinds.ts'
import { SAMPLING_FIELDS, TOOL_CHOICE_FIELDS } from './body-fields.ts'
import { bodyOf, type Fields, isOneOf, isSent, listAt, objectAt } from './request-parts.ts'
import { toolEntries, toolFinding } from './tool-entries.ts'

const SHAPE = 'Input does not match the expected shape.'
const { array: LIST, object: OBJECT, integer: INTEGER, number: NUMBER } = FIELD_TYPES
const { string: STRING, boolean: BOOLEAN, 'text-or-blocks': TEXT_OR_BLOCKS } = FIELD_TYPES
const OPTIONAL_OBJECT: FieldType = { ...OBJECT, fits: value => value === null || isObject(value) }

/** In the order in which the API reports them; null fits only where the API takes it. */
const BODY_TYPES = new Map<string, FieldType & { readonly label?: string }>([
  ['model', STRING],
  ['tool_choice', OBJECT],
  ['tools', LIST],
  ['messages', LIST],
  ['system', { ...LIST, fits: TEXT_OR_BLOCKS.fits }],
  ['thinking', OBJECT],
  ['output_config', { ...OBJECT, text: SHAPE }],
  ['cache_control', OPTIONAL_OBJECT],
  ['max_tokens', INTEGER],
  ['metadata', { ...OBJECT, text: SHAPE }],
  ['stop_sequences', LIST],
  ['temperature', NUMBER],
  ['top_k', INTEGER],
  ['top_p', NUMBER],
  ['stream', BOOLEAN],
  [
    'container',
    {
      fits: value => typeof value === 'string' || OPTIONAL_OBJECT.fits(value),
      text: SHAPE,
      label: 'container.ContainerParams',
    },
  ],
  ['inference_geo', { ...STRING, fits: value => value === null || typeof value === 'string' }],
  ['diagnostics', OPTIONAL_OBJECT],
  ['context_management', OPTIONAL_OBJECT],
  ['compaction', OPTIONAL_OBJECT],
  ['thread', OPTIONAL_OBJECT],
  ['mcp_servers', LIST],
])

const MEMBER_TYPES: ReadonlyMap<string, FieldType> = new Map([
  ['tools', OBJECT],
  ['system', { ...OBJECT, text: SHAPE }],
  ['stop_sequences', STRING],
])

const TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tool_choice', ['auto', 'any', 'tool', 'none']],
  ['thinking', ['adaptive', 'between_tools', 'disabled', 'enabled']],
  ['compaction', ['summarize']],
])

/** ENV-21: a known field has its type; the texts were measured on the live API. */
export const fieldTypeChecks: Checks = {
  *'ENV-21'(request, target) {
    const body = bodyOf(request)
    for (const [field, type] of BODY_TYPES) {
      // ENV-12 refuses these under the newer version, whatever their type.
      if (SAMPLING_FIELDS.includes(field) && target.apiVersion !== '2023-06-01') continue
      if (isSent(body, field) && !type.fits(body[field])) {
        yield finding(field, type.text, type.label)
      }
    }
    yield* wrongMembers(body)
    for (const [path, tags] of TAGS) {
      const value = body[path]
      if (!isObject(value)) continue
      const { type } = value
      if (type === undefined) yield finding(`${path}.type`, 'Field required')
      else if (!isOneOf(type, tags)) yield { path, message: unknownTag(path, type, tags) }
    }
  },
}

function* wrongMembers(body: Fields): Generator<Finding> {
  for (const [field, type] of MEMBER_TYPES) {
    for (const [index, value] of listAt(body, field).entries()) {
      if (!type.fits(value)) yield finding(`${field}.${index}`, type.text)
    }
  }
  const userId = objectAt(body, 'metadata').user_id
  if (userId != null && typeof userId !== 'string') yield finding('metadata.user_id', STRING.text)
  const choice = objectAt(body, 'tool_choice')
  if (choice.type === 'tool' && typeof choice.name !== 'string') {
    const text = isSent(choice, 'name') ? STRING.text : 'Field required'
    yield finding('tool_choice.name', text, 'tool_choice.tool.name')
  }
  yield* wrongParallelUse(choice)
  yield* wrongDescriptions(body)
}

/** The SDK's types ask for a boolean; the text is that of the other booleans. */
function* wrongParallelUse(choice: Fields): Generator<Finding> {
  const { type, disable_parallel_tool_use: value } = choice
  // ENV-10 refuses the field where a choice of the type has none.
  if (value == null || BOOLEAN.fits(value) || !TOOL_CHOICE_FIELDS.get(type)?.includes(PARALLEL)) return
  yield finding(`tool_choice.${PARALLEL}`, BOOLEAN.text, `tool_choice.${shown(type)}.${PARALLEL}`)
}

const PARALLEL = 'disable_parallel_tool_use'

/** The SDK's types ask for a text; what no tool of the type has is refused by ENV-10. */
function* wrongDescriptions(body: Fields): Generator<Finding> {
  for (const entry of toolEntries(body)) {
    const { description } = entry.tool
    if (description == null || STRING.fits(description)) continue
    if (entry.facts?.fields.includes('description')) yield toolFinding(entry, 'description', STRING.text)
  }
}
