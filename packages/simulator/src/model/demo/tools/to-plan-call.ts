import { isObject, type JsonObject, type JsonValue } from '@antiphon/core'
import type { Call } from './call.ts'
import { propertiesOf } from './fit-input.ts'
import { makeValue, resolveSchema } from './make-value.ts'
import type { OfferedTool } from './offered-tools.ts'
import { plainName } from './plain-name.ts'

/** A step of a plan as every harness knows it. */
export type PlanItem = { readonly title: string; readonly status: PlanStatus }
export type PlanStatus = 'pending' | 'in_progress' | 'completed'

/** A call that shows the plan in the harness's to-do list; null where it has none. */
export function toPlanCall(tools: readonly OfferedTool[], items: readonly PlanItem[]): Call | null {
  const tool = NAMES.map(name => tools.find(candidate => plainName(candidate.name) === name)).find(Boolean)
  if (!tool) return null
  // A list first: a text beside it may be an explanation.
  const properties = [...propertiesOf(tool)].toSorted(([, one]) => (one.type === 'array' ? -1 : 1))
  for (const [property, schema] of properties) {
    const value = fitList(schema, items, tool.schema)
    if (value === undefined) continue
    const required = Array.isArray(tool.schema.required) ? tool.schema.required : []
    const rest = required.filter(name => name !== property && typeof name === 'string')
    const filled = makeValue({ ...tool.schema, required: rest }, () => 'demo')
    return { name: tool.name, input: { ...(isObject(filled) && filled), [property]: value } }
  }
  return null
}

const NAMES: readonly string[] = [
  'todowrite',
  'updateplan',
  'writetodos',
  'todo',
  'updatetodolist',
  'managetodolist',
  'updatetodos',
  'settodolist',
]

function fitList(schema: JsonObject, items: readonly PlanItem[], root: JsonObject): JsonValue | undefined {
  if (schema.type === 'string') {
    if (schema.enum !== undefined) return undefined
    return items.map(({ title, status }) => `- [${MARKS[status]}] ${title}`).join('\n')
  }
  if (schema.type !== 'array') return undefined
  const item = resolveSchema(schema.items, root)
  if (!isObject(item.properties)) return items.map(({ title, status }) => `[${MARKS[status]}] ${title}`)
  return items.map((entry, index) => fitItem(item, entry, index))
}

const MARKS: Readonly<Record<PlanStatus, string>> = { pending: ' ', in_progress: '~', completed: 'x' }

function fitItem(schema: JsonObject, { title, status }: PlanItem, index: number): JsonObject {
  const value = makeValue(schema, () => title)
  const fields: Record<string, JsonValue | undefined> = { ...(isObject(value) && (value as JsonObject)) }
  const properties = isObject(schema.properties) ? schema.properties : {}
  for (const [name, property] of Object.entries(properties)) {
    if (TITLES.includes(name)) fields[name] ??= title
    else if (name === 'status' || name === 'state') fields[name] = fitStatus(property, status)
    else if (name === 'completed' || name === 'done') fields[name] = status === 'completed'
    else if (name === 'id')
      fields[name] = isObject(property) && property.type !== 'string' ? index + 1 : String(index + 1)
  }
  return fields
}

const TITLES: readonly string[] = ['content', 'activeForm', 'step', 'title', 'task']

/** The schema's own word for a status. */
function fitStatus(schema: unknown, status: PlanStatus): string {
  const words: unknown = isObject(schema) ? schema.enum : undefined
  if (!Array.isArray(words) || words.includes(status)) return status
  const found = words.find(word => typeof word === 'string' && SYNONYMS[status].test(word))
  return String(found ?? words[0] ?? status)
}

const SYNONYMS: Readonly<Record<PlanStatus, RegExp>> = {
  pending: /pending|todo|not|open/i,
  in_progress: /progress|doing|active|current/i,
  completed: /complete|done|finish/i,
}
