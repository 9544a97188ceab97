import { MODELS, modelFacts, resolveModelAlias } from '@antiphon/contract'
import type { WireModelInfo } from '@antiphon/core/wire'

/** The models that a host may offer: that of the session's beginning, the families, then each by its name. */
export function listModels(first: string): readonly WireModelInfo[] {
  return [
    {
      ...describeModel('default', first),
      displayName: `Default (${first})`,
      description: `The model that this session began with · ${describeFacts(first)}`,
    },
    ...FAMILIES.map(family => describeModel(family, resolveModelAlias(family, first))),
    ...Object.keys(MODELS)
      .filter(model => modelFacts(model).endOfLife === undefined)
      .map(model => describeModel(model, model)),
  ]
}

const FAMILIES = ['opus', 'sonnet', 'haiku'] as const

function describeModel(value: string, model: string): WireModelInfo {
  const { effort, thinkingTypes, fastUsd } = modelFacts(model)
  return {
    value,
    resolvedModel: model,
    displayName: value === model ? model : `${value} (${model})`,
    description: describeFacts(model),
    supportsEffort: effort !== null,
    ...(effort !== null && { supportedEffortLevels: effort }),
    supportsAdaptiveThinking: thinkingTypes.includes('adaptive'),
    supportsThinkingOff: thinkingTypes.includes('disabled'),
    ...(fastUsd !== undefined && { supportsFastMode: false }),
  }
}

function describeFacts(model: string): string {
  const { context, usdPerMTok } = modelFacts(model)
  const size = context >= 1_000_000 ? `${context / 1_000_000}M` : `${context / 1000}k`
  const price = usdPerMTok ? ` · $${usdPerMTok.input}/$${usdPerMTok.output} per Mtok` : ''
  return `${size} tokens${price}`
}
