import type { ApiTarget } from '../../api-target.ts'
import type { Checks } from '../../rule.ts'
import { isModelName } from '../../tables/models.ts'
import { bodyOf, isSent } from './request-parts.ts'

/** ENV-09 and ENV-08: what every request must name. */
export const requiredFieldChecks: Checks = {
  *'ENV-09'(request) {
    const body = bodyOf(request)
    for (const field of ['model', 'messages', 'max_tokens']) {
      if (!isSent(body, field)) yield { path: field, message: `${field}: Field required` }
    }
    if (body.model === '') {
      yield { path: 'model', message: 'model: String should have at least 1 character' }
    }
    if (typeof body.model === 'string' && body.model.length > LONGEST_NAME) {
      yield { path: 'model', message: `model: String should have at most ${LONGEST_NAME} characters` }
    }
  },
  *'ENV-08'(request, target) {
    const { model } = bodyOf(request)
    if (typeof model !== 'string' || model === '' || model.length > LONGEST_NAME) return
    if (mayExist(model, target)) return
    yield { path: 'model', message: `model: ${model}` }
  },
}

function mayExist(model: string, target: ApiTarget): boolean {
  // An inference profile of Bedrock hides the model behind its ARN.
  return (target.platform === 'bedrock' && model.startsWith('arn:')) || isModelName(model)
}

/** claude-code#5676. */
const LONGEST_NAME = 256
