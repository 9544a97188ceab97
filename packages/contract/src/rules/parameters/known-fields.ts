import type { Checks, Finding } from '../../rule.ts'
import {
  BETA_FIELDS,
  PLATFORM_FIELDS,
  SAMPLING_FIELDS,
  STABLE_FIELDS,
  THINKING_FIELDS,
  TOOL_CHOICE_FIELDS,
  TOOLSET_REFUSALS,
} from './body-fields.ts'
import { bodyOf, type Fields, hasBeta, isSent, objectAt, shown } from './request-parts.ts'
import { toolEntries } from './tool-entries.ts'

/** ENV-10…12: the body holds known fields only, those of the API version and of the betas that were sent. */
export const knownFieldChecks: Checks = {
  *'ENV-10 body'(request, target) {
    const body = bodyOf(request)
    for (const field of Object.keys(body)) {
      if (!isSent(body, field) || STABLE_FIELDS.has(field) || BETA_FIELDS.has(field)) continue
      if (!PLATFORM_FIELDS[target.platform].includes(field)) yield extraInput(field)
    }
    yield* unknownNestedFields(body)
  },
  *'ENV-11 body'(request, target) {
    const body = bodyOf(request)
    for (const [field, betas] of BETA_FIELDS) {
      if (isSent(body, field) && !hasBeta(target, ...betas)) yield extraInput(field)
    }
    if (isSent(objectAt(body, 'output_config'), 'task_budget') && !hasBeta(target, 'task-budgets-')) {
      yield extraInput('output_config.task_budget')
    }
  },
  *'ENV-12'(request, target) {
    if (target.apiVersion === '2023-06-01') return
    const body = bodyOf(request)
    for (const field of SAMPLING_FIELDS) if (isSent(body, field)) yield extraInput(field)
  },
}

/** The API's answer to a field that it does not know; `label` is how its text calls the place. */
export function extraInput(path: string, label: string = path): Finding {
  return { path, message: `${label}: Extra inputs are not permitted` }
}

function* unknownNestedFields(body: Fields): Generator<Finding> {
  yield* unknownIn(objectAt(body, 'metadata'), { known: ['user_id'], path: 'metadata' })
  const output = { known: ['effort', 'format', 'task_budget'], path: 'output_config' }
  yield* unknownIn(objectAt(body, 'output_config'), output)
  yield* unknownIn(objectAt(body, 'container'), { known: ['id', 'skills'], path: 'container' })
  yield* unknownTagged(body, { field: 'tool_choice', knownByType: TOOL_CHOICE_FIELDS })
  yield* unknownTagged(body, { field: 'thinking', knownByType: THINKING_FIELDS })
  for (const { tool, facts, path, label } of toolEntries(body)) {
    if (!facts) continue
    // TDF-10 and TDF-11 have their own words for these.
    const judgedElsewhere = facts.kind === 'toolset' ? TOOLSET_REFUSALS : ['input_examples']
    yield* unknownIn(tool, { known: [...facts.fields, ...judgedElsewhere], path, label })
  }
}

function* unknownTagged(
  body: Fields,
  { field, knownByType }: { field: string; knownByType: ReadonlyMap<unknown, readonly string[]> },
): Generator<Finding> {
  const fields = objectAt(body, field)
  const known = knownByType.get(fields.type)
  if (known) yield* unknownIn(fields, { known, path: field, label: `${field}.${shown(fields.type)}` })
}

type KnownFields = { readonly known: readonly string[]; readonly path: string; readonly label?: string }

function* unknownIn(fields: Fields, { known, path, label = path }: KnownFields): Generator<Finding> {
  for (const field of Object.keys(fields)) {
    if (isSent(fields, field) && !known.includes(field))
      yield extraInput(`${path}.${field}`, `${label}.${field}`)
  }
}
