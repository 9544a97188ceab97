import { isObject } from '../json.ts'
import { apiFieldPath, blockPath } from '../request/block-path.ts'
import { type PlacedBlock, viewRequest } from '../request/request-view.ts'
import type { Checks, Finding } from '../rule.ts'
import { BETA_MESSAGE_FIELDS, BLOCK_FIELDS, MESSAGE_FIELDS, SOURCE_SCHEMAS } from '../tables/block-fields.ts'

/** The rule that keeps private fields out of messages and blocks; the parameter rules have its other half. */
export const unknownFieldChecks: Checks = {
  *'ENV-10'(request) {
    const { messages, system, blocks } = viewRequest(request)
    for (const { index, message, role } of messages) {
      for (const field of extras(message, role === 'system' ? SYSTEM_MESSAGE_FIELDS : MESSAGE_FIELDS)) {
        yield extra(`messages.${index}.${field}`, `messages.${index}.${field}`)
      }
    }
    for (const view of system) yield* blockExtras(view)
    for (const view of blocks) yield* blockExtras(view)
  },
}

function* blockExtras(view: PlacedBlock): Generator<Finding> {
  const allowed = BLOCK_FIELDS[view.type]
  if (allowed === undefined) return
  for (const field of extras(view.block, allowed)) {
    // On thinking a marker has a rule of its own: THK-15.
    if (field === 'cache_control' && view.type.endsWith('thinking')) continue
    yield extra(`${blockPath(view)}.${field}`, apiFieldPath(view, field))
  }
  const { source } = view.block
  if (!isObject(source) || typeof source.type !== 'string') return
  const schema = SOURCE_SCHEMAS[source.type]
  if (schema === undefined) return
  for (const field of extras(source, ['type', ...Object.keys(schema)])) {
    const path = `${blockPath(view)}.source.${field}`
    yield extra(path, apiFieldPath(view, `source.${source.type}.${field}`))
  }
}

const SYSTEM_MESSAGE_FIELDS = [...MESSAGE_FIELDS, ...Object.keys(BETA_MESSAGE_FIELDS)]

function extras(value: Readonly<Record<string, unknown>>, allowed: readonly string[]): readonly string[] {
  return Object.keys(value).filter(field => !allowed.includes(field) && value[field] !== undefined)
}

function extra(path: string, apiPath: string): Finding {
  return { path, message: `${apiPath}: Extra inputs are not permitted` }
}
