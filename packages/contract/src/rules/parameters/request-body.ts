import type { ApiTarget } from '../../api-target.ts'
import { shown } from '../../request/unknown-tag.ts'
import { type Checks, extraInput, type Finding, finding } from '../../rule.ts'
import { canonicalModelName, isModelName } from '../../tables/models.ts'
import {
  BETA_FIELDS,
  NESTED_FIELDS,
  PLATFORM_FIELDS,
  SAMPLING_FIELDS,
  STABLE_FIELDS,
  TAGGED_FIELDS,
  TOOLSET_REFUSALS,
} from './body-fields.ts'
import {
  bodyOf,
  type Fields,
  hasBeta,
  isOneOf,
  isSent,
  listAt,
  literals,
  modelName,
  objectAt,
} from './request-parts.ts'
import { toolEntries } from './tool-entries.ts'

/** ENV-08…12 and ENV-18…20: what every request must name, what it may hold, and how it asks to be served. */
export const requestBodyChecks: Checks = {
  *'ENV-09'(request) {
    const body = bodyOf(request)
    for (const field of ['model', 'messages', 'max_tokens']) {
      if (!isSent(body, field)) yield finding(field, 'Field required')
    }
    if (body.model === '') yield finding('model', 'String should have at least 1 character')
    if (typeof body.model === 'string' && body.model.length > LONGEST_NAME) {
      yield finding('model', `String should have at most ${LONGEST_NAME} characters`)
    }
  },
  *'ENV-08'(request, target) {
    const { model } = bodyOf(request)
    if (typeof model !== 'string' || model === '' || model.length > LONGEST_NAME) return
    if (!mayExist(model, target)) yield finding('model', model)
  },
  *'ENV-18'(request) {
    const userId = objectAt(request, 'metadata').user_id
    if (typeof userId !== 'string' || [...userId].length <= USER_ID_LENGTH) return
    yield finding('metadata.user_id', `String should have at most ${USER_ID_LENGTH} characters`)
  },
  *'ENV-19'(request) {
    for (const [index, sequence] of listAt(request, 'stop_sequences').entries()) {
      if (typeof sequence !== 'string' || sequence.trim() !== '') continue
      const text = 'each stop sequence must contain non-whitespace'
      yield finding(`stop_sequences.${index}`, text, 'stop_sequences')
    }
  },
  *'ENV-20'(request, target) {
    const body = bodyOf(request)
    const { service_tier: tier, speed, inference_geo: place } = body
    if (isSent(body, 'service_tier') && !isOneOf(tier, SERVICE_TIERS)) {
      yield finding('service_tier', `Input should be ${literals(SERVICE_TIERS)}`)
    }
    if (speed != null && !isOneOf(speed, SPEEDS)) {
      yield finding('speed', `Input should be ${literals(SPEEDS)}`)
    } else if (speed === 'fast' && !target.modelFacts.fastUsd) {
      const message = `'${modelName(request, target)}' does not support the \`speed\` parameter.`
      yield { path: 'speed', message }
    }
    if (typeof place !== 'string') return
    if (WITHOUT_INFERENCE_GEO.includes(canonicalModelName(target.model))) {
      yield { path: 'inference_geo', message: 'inference_geo is not supported for this model' }
    } else if (place !== 'global' && place !== 'us') {
      yield finding('inference_geo', "must be one of ['global', 'us']")
    }
  },
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

function mayExist(model: string, target: ApiTarget): boolean {
  // An inference profile of Bedrock hides the model behind its ARN.
  return (target.platform === 'bedrock' && model.startsWith('arn:')) || isModelName(model)
}

/** claude-code#5676. */
const LONGEST_NAME = 256

const SERVICE_TIERS = ['auto', 'standard_only']
const SPEEDS = ['standard', 'fast']
const WITHOUT_INFERENCE_GEO = ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5']
const USER_ID_LENGTH = 256

function* unknownNestedFields(body: Fields): Generator<Finding> {
  for (const [field, known] of Object.entries(NESTED_FIELDS)) {
    yield* unknownIn(objectAt(body, field), { known, path: field })
  }
  for (const [field, knownByType] of Object.entries(TAGGED_FIELDS)) {
    const fields = objectAt(body, field)
    const known = knownByType.get(fields.type) ?? Object.keys(fields)
    yield* unknownIn(fields, { known, path: field, label: `${field}.${shown(fields.type)}` })
  }
  for (const { tool, facts, path, label } of toolEntries(body)) {
    if (!facts) continue
    // TDF-10 and TDF-11 have their own words for these.
    const judgedElsewhere = facts.kind === 'toolset' ? TOOLSET_REFUSALS : ['input_examples']
    yield* unknownIn(tool, { known: [...facts.fields, ...judgedElsewhere], path, label })
  }
}

type KnownFields = { readonly known: readonly string[]; readonly path: string; readonly label?: string }

function* unknownIn(fields: Fields, { known, path, label = path }: KnownFields): Generator<Finding> {
  for (const field of Object.keys(fields)) {
    if (isSent(fields, field) && !known.includes(field))
      yield extraInput(`${path}.${field}`, `${label}.${field}`)
  }
}
