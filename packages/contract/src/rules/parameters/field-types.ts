import { isObject } from '../../json.ts'
import type { Checks, Finding } from '../../rule.ts'
import { SAMPLING_FIELDS, TOOL_CHOICE_FIELDS } from './body-fields.ts'
import { bodyOf, type Fields, isSent, listAt, objectAt, shown } from './request-parts.ts'
import { toolEntries } from './tool-entries.ts'

type Tagged = { readonly path: string; readonly tags: readonly string[] }
type FieldType = {
  readonly fits: (value: unknown) => boolean
  readonly text: string
  readonly label?: string
}

const SHAPE = 'Input does not match the expected shape.'
const LIST: FieldType = { fits: Array.isArray, text: 'Input should be a valid array' }
const OBJECT: FieldType = { fits: isObject, text: 'Input should be an object' }
const OPTIONAL_OBJECT: FieldType = { ...OBJECT, fits: value => value === null || isObject(value) }
const INTEGER: FieldType = { fits: Number.isInteger, text: 'Input should be a valid integer' }
const NUMBER: FieldType = { fits: value => typeof value === 'number', text: 'Input should be a valid number' }
const STRING: FieldType = { fits: value => typeof value === 'string', text: 'Input should be a valid string' }

const BOOLEAN: FieldType = {
  fits: value => typeof value === 'boolean',
  text: 'Input should be a valid boolean',
}

/** In the order in which the API reports them; null fits only where the API takes it. */
const FIELD_TYPES: ReadonlyMap<string, FieldType> = new Map([
  ['model', STRING],
  ['tool_choice', OBJECT],
  ['tools', LIST],
  ['messages', LIST],
  ['system', { ...LIST, fits: value => typeof value === 'string' || Array.isArray(value) }],
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

const TAGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['tool_choice', ['auto', 'any', 'tool', 'none']],
  ['thinking', ['adaptive', 'between_tools', 'disabled', 'enabled']],
  ['compaction', ['summarize']],
])

/** ENV-21: a known field has its type; the texts were measured on the live API. */
export const fieldTypeChecks: Checks = {
  *'ENV-21'(request, target) {
    const body = bodyOf(request)
    for (const [field, type] of FIELD_TYPES) {
      // ENV-12 refuses these under the newer version, whatever their type.
      if (SAMPLING_FIELDS.includes(field) && target.apiVersion !== '2023-06-01') continue
      if (isSent(body, field) && !type.fits(body[field])) {
        yield { path: field, message: `${type.label ?? field}: ${type.text}` }
      }
    }
    yield* wrongMembers(body)
    for (const [field, tags] of TAGS) yield* wrongTag(body[field], { path: field, tags })
  },
}

function* wrongMembers(body: Fields): Generator<Finding> {
  yield* misfits(body, { field: 'tools', type: OBJECT })
  yield* misfits(body, { field: 'system', type: { ...OBJECT, text: SHAPE } })
  yield* misfits(body, { field: 'stop_sequences', type: STRING })
  const userId = objectAt(body, 'metadata').user_id
  if (userId != null && typeof userId !== 'string') {
    yield { path: 'metadata.user_id', message: `metadata.user_id: ${STRING.text}` }
  }
  const choice = objectAt(body, 'tool_choice')
  if (choice.type === 'tool' && typeof choice.name !== 'string') {
    const text = isSent(choice, 'name') ? STRING.text : 'Field required'
    yield { path: 'tool_choice.name', message: `tool_choice.tool.name: ${text}` }
  }
  yield* wrongParallelUse(choice)
  yield* wrongDescriptions(body)
}

/** The SDK's types ask for a boolean; the text is that of the other booleans. */
function* wrongParallelUse(choice: Fields): Generator<Finding> {
  const { type, disable_parallel_tool_use: value } = choice
  // ENV-10 refuses the field where a choice of the type has none.
  if (value == null || BOOLEAN.fits(value) || !TOOL_CHOICE_FIELDS.get(type)?.includes(PARALLEL)) return
  const message = `tool_choice.${shown(type)}.${PARALLEL}: ${BOOLEAN.text}`
  yield { path: `tool_choice.${PARALLEL}`, message }
}

const PARALLEL = 'disable_parallel_tool_use'

/** The SDK's types ask for a text; what no tool of the type has is refused by ENV-10. */
function* wrongDescriptions(body: Fields): Generator<Finding> {
  for (const { tool, facts, path, label } of toolEntries(body)) {
    if (tool.description == null || STRING.fits(tool.description)) continue
    if (facts?.fields.includes('description'))
      yield { path: `${path}.description`, message: `${label}.description: ${STRING.text}` }
  }
}

function* misfits(
  body: Fields,
  { field, type }: { readonly field: string; readonly type: FieldType },
): Generator<Finding> {
  for (const [index, value] of listAt(body, field).entries()) {
    const path = `${field}.${index}`
    if (!type.fits(value)) yield { path, message: `${path}: ${type.text}` }
  }
}

function* wrongTag(value: unknown, { path, tags }: Tagged): Generator<Finding> {
  if (!isObject(value)) return
  const { type } = value
  if (type === undefined) {
    yield { path: `${path}.type`, message: `${path}.type: Field required` }
  } else if (typeof type !== 'string' || !tags.includes(type)) {
    yield { path, message: unknownTag(type, { path, tags }) }
  }
}

/** The API's answer to a `type` that it does not know. */
export function unknownTag(type: unknown, { path, tags }: Tagged): string {
  const expected = tags.map(tag => `'${tag}'`).join(', ')
  return `${path}: Input tag '${shown(type)}' found using 'type' does not match any of the expected tags: ${expected}`
}
