import { MODELS, type WireModelInfo } from '@antiphon/core'

/** The models that a host may offer, the one in use first. */
export function listModels(inUse: string): readonly WireModelInfo[] {
  return [
    {
      value: 'default',
      resolvedModel: inUse,
      displayName: `Default (${inUse})`,
      description: 'The model that this session began with',
    },
    ...Object.keys(MODELS).map(model => ({ value: model, displayName: model, description: '' })),
  ]
}
