import type { Checks } from '../../rule.ts'
import { canonicalModelName } from '../../tables/models.ts'
import { bodyOf, isOneOf, isSent, listAt, literals, modelName, objectAt } from './request-parts.ts'

const SERVICE_TIERS = ['auto', 'standard_only']
const SPEEDS = ['standard', 'fast']
const WITHOUT_INFERENCE_GEO = ['claude-opus-4-5', 'claude-sonnet-4-5', 'claude-haiku-4-5']
const USER_ID_LENGTH = 256

/** ENV-18…20: metadata, stop sequences and how the request is served. */
export const requestOptionChecks: Checks = {
  *'ENV-18'(request) {
    const userId = objectAt(bodyOf(request), 'metadata').user_id
    if (typeof userId !== 'string' || [...userId].length <= USER_ID_LENGTH) return
    yield {
      path: 'metadata.user_id',
      message: `metadata.user_id: String should have at most ${USER_ID_LENGTH} characters`,
    }
  },
  *'ENV-19'(request) {
    for (const [index, sequence] of listAt(bodyOf(request), 'stop_sequences').entries()) {
      if (typeof sequence !== 'string' || sequence.trim() !== '') continue
      yield {
        path: `stop_sequences.${index}`,
        message: 'stop_sequences: each stop sequence must contain non-whitespace',
      }
    }
  },
  *'ENV-20'(request, target) {
    const body = bodyOf(request)
    const { service_tier: tier, speed, inference_geo: place } = body
    if (isSent(body, 'service_tier') && !isOneOf(tier, SERVICE_TIERS)) {
      yield { path: 'service_tier', message: `service_tier: Input should be ${literals(SERVICE_TIERS)}` }
    }
    if (speed != null && !isOneOf(speed, SPEEDS)) {
      yield { path: 'speed', message: `speed: Input should be ${literals(SPEEDS)}` }
    } else if (speed === 'fast' && !target.modelFacts.fastUsd) {
      const model = modelName(request, target)
      yield { path: 'speed', message: `'${model}' does not support the \`speed\` parameter.` }
    }
    if (typeof place !== 'string') return
    if (WITHOUT_INFERENCE_GEO.includes(canonicalModelName(target.model))) {
      yield { path: 'inference_geo', message: 'inference_geo is not supported for this model' }
    } else if (place !== 'global' && place !== 'us') {
      yield { path: 'inference_geo', message: "inference_geo: must be one of ['global', 'us']" }
    }
  },
}
