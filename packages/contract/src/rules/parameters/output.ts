import type { Checks } from '../../rule.ts'
import { blockPath, placedBlocks } from './placed-blocks.ts'
import { bodyOf, isOneOf, literals, objectAt } from './request-parts.ts'

/** Every level of effort, from the least. */
export const EFFORTS: readonly string[] = ['low', 'medium', 'high', 'xhigh', 'max']

/** OUT-01 and OUT-02: the form of the answer and the effort put into it. */
export const outputChecks: Checks = {
  *'OUT-01'(request) {
    const body = bodyOf(request)
    if (objectAt(body, 'output_config').format == null && body.output_format == null) return
    for (const placed of placedBlocks(request)) {
      const { type } = placed.block
      if (type !== 'document' && type !== 'search_result') continue
      if (objectAt(placed.block, 'citations').enabled !== true) continue
      const path = `${blockPath(placed)}.${type}.citations`
      yield { path, message: `${path}: citations cannot be used together with output_config.format` }
    }
  },
  *'OUT-02'(request, target) {
    const { effort } = objectAt(bodyOf(request), 'output_config')
    if (effort == null) return
    const path = 'output_config.effort'
    const supported = target.modelFacts.effort
    if (!isOneOf(effort, EFFORTS)) {
      yield { path, message: `${path}: Input should be ${literals(EFFORTS)}` }
    } else if (!supported) {
      yield { path, message: 'This model does not support the effort parameter.' }
    } else if (!supported.includes(effort)) {
      const levels = supported.toSorted().join(', ')
      const message = `This model does not support effort level '${effort}'. Supported levels: ${levels}.`
      yield { path, message }
    }
  },
}
